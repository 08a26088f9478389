import { useId, useRef, type ReactNode } from "react";
import { createPortal } from "react-dom";
import css from "./dialog.module.css";
import { focusableIn } from "./focusable.ts";
import { IconButton } from "./icon-button.tsx";
import { useModal } from "./use-modal.ts";

/** Returns the element to focus first: the one with `data-autofocus`, else the first control after the close button. */
function firstStop(panel: HTMLElement): HTMLElement {
  return panel.querySelector<HTMLElement>("[data-autofocus]") ?? focusableIn(panel)[1] ?? panel;
}

/**
 * A modal dialog, open while it is mounted. Focus goes in (to the first control, or to one with `data-autofocus`),
 * stays in, and returns where it was; Escape and the close button call `onClose`.
 */
export function Dialog({
  title,
  onClose,
  children,
  actions,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
  actions?: ReactNode;
}) {
  const titleId = useId();
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const onKeyDown = useModal(root, panel, firstStop, onClose);

  return createPortal(
    <div ref={root} className={css["scrim"]}>
      <div
        ref={panel}
        className={css["panel"]}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        <div className={css["head"]}>
          <h2 id={titleId} className={css["title"]}>
            {title}
          </h2>
          <IconButton icon="close" label="关闭" onClick={onClose} />
        </div>
        <div className={css["body"]}>{children}</div>
        {actions === undefined ? null : <div className={css["actions"]}>{actions}</div>}
      </div>
    </div>,
    document.body,
  );
}
