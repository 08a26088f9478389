import { useEffect, useRef, useState, type ReactNode } from "react";
import type { FilePurpose, StoredFile } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useAct } from "../../kit/use-act.ts";
import { FileButton, PICTURE_TYPES } from "./file-button.tsx";

/**
 * Returns a button by which one file is chosen and uploaded, and what went wrong; a file that did not arrive is sent again by one press. The
 * form around it is not sent meanwhile: it would be saved without the file.
 */
export function useUpload({
  label,
  accept = PICTURE_TYPES,
  purpose,
  words,
  onStored,
}: {
  /** Name of the browser's own field. */
  label: string;
  accept?: string;
  purpose: FilePurpose;
  /** Words of the button. */
  words: string;
  onStored: (file: StoredFile) => void;
}): { button: ReactNode; fault: string | undefined } {
  const { upload } = useModule();
  const [part, setPart] = useState(0);
  const [left, setLeft] = useState<File>();
  const chooser = useRef<HTMLButtonElement>(null);
  const again = useRef<HTMLButtonElement>(null);
  const { busy, fault, act } = useAct();
  // the form may hold more by the time the file has arrived
  const latest = useRef(onStored);
  useEffect(() => {
    latest.current = onStored;
  });

  const [isAwaited, setAwaited] = useState(false);
  useEffect(() => {
    const form = chooser.current?.form;
    if (!busy || form == null) return undefined;
    const hold = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      setAwaited(true);
      // the key that sends a long form is far from here
      chooser.current?.scrollIntoView({ block: "center" });
    };
    form.addEventListener("submit", hold);
    return () => {
      form.removeEventListener("submit", hold);
      setAwaited(false);
    };
  }, [busy]);

  async function put(file: File) {
    if (busy) return;
    setPart(0);
    if (file !== left) setLeft(undefined);
    const isDone = await act(async () => {
      const stored = await upload(file, purpose, { onProgress: setPart });
      latest.current(stored);
    });
    // it goes, and the focus must not go with it
    if (isDone && again.current?.matches(":focus")) chooser.current?.focus();
    setLeft(isDone ? undefined : file);
  }
  const button = (
    <>
      <FileButton
        ref={chooser}
        label={label}
        accept={accept}
        busy={busy}
        onFile={(file) => void put(file)}
      >
        {words}
      </FileButton>
      {left === undefined ? null : (
        <Button ref={again} icon="refresh" busy={busy} onClick={() => void put(left)}>
          重试
        </Button>
      )}
      {busy ? (
        <span role="status">
          {progressText(part)}
          {isAwaited ? "，传完以后再保存" : ""}
        </span>
      ) : null}
    </>
  );
  return { button, fault };
}

function progressText(part: number): string {
  return part < 1 ? `已上传 ${Math.round(part * 100)}%` : "正在检查…";
}
