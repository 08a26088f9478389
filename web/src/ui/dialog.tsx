import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import { createPortal } from "react-dom";
import css from "./dialog.module.css";
import { focusableIn } from "./focusable.ts";
import { IconButton } from "./icon-button.tsx";

/** Hides the page behind from screen readers and stops its scrolling; the answer puts everything back. */
function setPageAside(dialog: HTMLElement): () => void {
  const others = Array.from(document.body.children).filter(
    (element) => element !== dialog && !element.hasAttribute("aria-hidden"),
  );
  for (const element of others) element.setAttribute("aria-hidden", "true");
  const { overflow, paddingRight } = document.body.style;
  const bar = window.innerWidth - document.documentElement.clientWidth;
  document.body.style.overflow = "hidden";
  if (bar > 0) document.body.style.paddingRight = `${bar}px`;
  return () => {
    for (const element of others) element.removeAttribute("aria-hidden");
    Object.assign(document.body.style, { overflow, paddingRight });
  };
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

  useEffect(() => {
    const before = document.activeElement;
    const putBack = root.current === null ? undefined : setPageAside(root.current);
    const inside = panel.current;
    if (inside !== null) {
      const first =
        inside.querySelector<HTMLElement>("[data-autofocus]") ?? focusableIn(inside)[1] ?? inside;
      first.focus();
    }
    return () => {
      putBack?.();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape") {
      event.stopPropagation();
      onClose();
      return;
    }
    if (event.key !== "Tab" || panel.current === null) return;
    const stops = focusableIn(panel.current);
    const edge = event.shiftKey ? stops[0] : stops[stops.length - 1];
    const other = event.shiftKey ? stops[stops.length - 1] : stops[0];
    if (document.activeElement !== edge && document.activeElement !== panel.current) return;
    event.preventDefault();
    other?.focus();
  }

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
