import { type DragEvent, useState } from "react";

/** Lets files be dropped on an element: returns its handlers, and whether some are held over it. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false);
  const onDrag = (event: DragEvent) => {
    // texts and links that are dragged are not for it
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(event.type === "dragover");
    if (event.type === "drop") onFiles([...event.dataTransfer.files]);
  };
  return { isOver, handlers: { onDragOver: onDrag, onDragLeave: onDrag, onDrop: onDrag } };
}
