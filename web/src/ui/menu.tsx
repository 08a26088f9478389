import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { late } from "./late.tsx";
import type { MenuSection } from "./menu-panel.tsx";
import css from "./menu.module.css";

const loadPanel = () => import("./menu-panel.tsx");
const MenuPanel = late(loadPanel);

/** Fetches what an open menu needs, ahead of the click; a failure shows when the menu opens. */
export function prepareMenus(): void {
  loadPanel().catch(() => {});
}

/** A button that opens a menu under it. The panel is fetched when the pointer or the focus comes near. */
export function MenuButton({
  label,
  trigger,
  head,
  sections,
  align = "end",
  className,
}: {
  /** Name of the button, for screen readers. */
  label: string;
  /** Content of the button. */
  trigger: ReactNode;
  /** Stands above the items and is not one of them. */
  head?: ReactNode;
  sections: MenuSection[];
  align?: "start" | "end";
  className?: string | undefined;
}) {
  const id = useId();
  const [open, setOpen] = useState<"start" | "end" | null>(null);
  const button = useRef<HTMLButtonElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    setOpen(event.key === "ArrowUp" ? "end" : "start");
  }

  return (
    <div className={css["root"]}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open !== null}
        aria-controls={open === null ? undefined : id}
        onPointerEnter={prepareMenus}
        onFocus={prepareMenus}
        onClick={() => setOpen(open === null ? "start" : null)}
        onKeyDown={onKeyDown}
      >
        {trigger}
      </button>
      {open === null ? null : (
        <MenuPanel
          id={id}
          label={label}
          head={head}
          sections={sections}
          align={align}
          fromEnd={open === "end"}
          onClose={(back) => {
            setOpen(null);
            if (back) button.current?.focus();
          }}
        />
      )}
    </div>
  );
}
