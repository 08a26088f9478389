import { useRef, type MouseEvent, type ReactNode } from "react";
import { IconButton } from "../../../ui/icon-button.tsx";
import css from "./band.module.css";
import { HOLD_MS, readAloud } from "./read-aloud.ts";

const SPEAKER = "M4 9v6h4l5 4V5L8 9H4Zm12 0a4 4 0 0 1 0 6m2.500-8.500a8 8 0 0 1 0 11";

/** A card that is read aloud while it is held, and by a button for those who do not hold. */
export function ReadAloud({ text, children }: { text: string; children: ReactNode }) {
  const clock = useRef<ReturnType<typeof setTimeout>>(undefined);
  const held = useRef(false);
  const begin = () => {
    held.current = false;
    clock.current = setTimeout(() => {
      held.current = true;
      readAloud(text);
    }, HOLD_MS);
  };
  const end = () => clearTimeout(clock.current);
  const swallow = (event: MouseEvent) => {
    // what was held is heard, not opened
    if (held.current) event.preventDefault();
    if (held.current) event.stopPropagation();
    held.current = false;
  };
  return (
    <div
      className={css["held"]}
      onPointerDown={begin}
      onPointerUp={end}
      onPointerCancel={end}
      onPointerLeave={end}
      onContextMenu={(event) => event.preventDefault()}
      onClickCapture={swallow}
    >
      {children}
      <span className={css["listen"]}>
        <IconButton icon={SPEAKER} label={`读给我听：${text}`} onClick={() => readAloud(text)} />
      </span>
    </div>
  );
}
