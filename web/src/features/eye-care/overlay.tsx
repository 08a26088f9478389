import { useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Button } from "../../ui/button.tsx";
import { useModal } from "../../ui/use-modal.ts";
import css from "./overlay.module.css";
import { timeLeftText } from "./rules.ts";

const SECOND_MS = 1000;

/** Notifies each second of the milliseconds left until `endsAt`. Returns a function that stops it. */
function startSeconds(endsAt: number, notify: (leftMs: number) => void): () => void {
  const clock = setInterval(() => notify(endsAt - Date.now()), SECOND_MS);
  notify(endsAt - Date.now());
  return () => clearInterval(clock);
}

/** Covers the page during a break: a slow circle, the time left, and a button to skip it (EY-02, EY-04). */
export function Overlay({ endsAt, onSkip }: { endsAt: number; onSkip: () => void }) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState(() => endsAt - Date.now());
  useEffect(() => startSeconds(endsAt, setLeft), [endsAt]);
  // Not the button: who is typing when the break begins must not skip it by a key meant for something else.
  const onKeyDown = useModal(root, panel, (whole) => whole, onSkip);

  return createPortal(
    <div ref={root} className={css["cover"]}>
      <div
        ref={panel}
        className={css["panel"]}
        role="dialog"
        aria-modal="true"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-tip`}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        <h2 id={`${id}-title`} className={css["title"]}>
          休息一下，放松眼睛
        </h2>
        <div className={css["scene"]}>
          <span className={css["halo"]} aria-hidden="true" />
          <span className={css["circle"]} aria-hidden="true" />
          <p className={css["left"]} role="timer">
            <span className={css["what"]}>还剩</span>
            <span className={css["time"]}>{timeLeftText(left)}</span>
          </p>
        </div>
        <p id={`${id}-tip`} className={css["tip"]}>
          跟着圆圈慢慢呼吸，
          <br />
          看看窗外远处，或者闭上眼睛。
        </p>
        <Button className={css["skip"]} onClick={onSkip}>
          跳过
        </Button>
      </div>
    </div>,
    document.body,
  );
}
