import { useRef, type Ref } from "react";
import { Button } from "../../../web/src/ui/button.tsx";

/** A button by which one file is chosen in the browser's own dialog, the same one again, too. */
export function FileButton({
  ref,
  label,
  accept,
  busy = false,
  onFile,
  children,
}: {
  ref?: Ref<HTMLButtonElement>;
  /** Name of the browser's own field. */
  label: string;
  /** Types and endings that the browser offers. */
  accept: string;
  busy?: boolean;
  onFile: (file: File) => void;
  /** Words of the button. */
  children: string;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // the same file can be chosen again
          target.value = "";
          if (file !== undefined) onFile(file);
        }}
      />
      <Button ref={ref} busy={busy} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}

/** Types of pictures that are uploaded, for the browser's dialog. */
export const PICTURE_TYPES = "image/png,image/jpeg,image/webp,image/gif";
