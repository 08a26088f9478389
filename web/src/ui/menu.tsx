import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { steppedIndex } from "./focusable.ts";
import { Icon, type IconName } from "./icon.tsx";
import css from "./menu.module.css";

export interface MenuItem {
  id: string;
  label: string;
  icon?: IconName;
  /** A second, quieter line. */
  note?: string | undefined;
  /** Given: the item is one of several to choose from, and says whether it is chosen. */
  checked?: boolean;
  onSelect: () => void;
}

export interface MenuSection {
  id: string;
  label?: string;
  items: MenuItem[];
}

function MenuRow({ item, close }: { item: MenuItem; close: () => void }) {
  return (
    <button
      type="button"
      className={css["item"]}
      role={item.checked === undefined ? "menuitem" : "menuitemradio"}
      aria-checked={item.checked}
      tabIndex={-1}
      onClick={() => {
        close();
        item.onSelect();
      }}
    >
      {item.icon === undefined ? null : <Icon name={item.icon} />}
      <span className={css["words"]}>
        {item.label}
        {item.note === undefined ? null : <small className={css["note"]}>{item.note}</small>}
      </span>
      {item.checked === true ? <Icon name="check" size={18} /> : null}
    </button>
  );
}

/** A button that opens a menu under it: arrow keys, Home and End move, Escape or a click outside closes. */
export function MenuButton({
  label,
  trigger,
  head,
  sections,
  align = "end",
  className,
}: {
  /** What the button is called. */
  label: string;
  /** What the button shows. */
  trigger: ReactNode;
  /** Stands above the items and is not one of them. */
  head?: ReactNode;
  sections: MenuSection[];
  align?: "start" | "end";
  className?: string | undefined;
}) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const startAtEnd = useRef(false);

  const rows = () =>
    Array.from(list.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []);

  useEffect(() => {
    if (!open) return undefined;
    const items = rows();
    (startAtEnd.current ? items[items.length - 1] : items[0])?.focus();
    const onOutside = (event: Event) => {
      if (event.target instanceof Node && root.current?.contains(event.target) !== true) {
        setOpen(false);
      }
    };
    document.addEventListener("pointerdown", onOutside);
    document.addEventListener("focusin", onOutside);
    return () => {
      document.removeEventListener("pointerdown", onOutside);
      document.removeEventListener("focusin", onOutside);
    };
  }, [open]);

  function close() {
    setOpen(false);
    button.current?.focus();
  }

  function openFrom(end: boolean) {
    startAtEnd.current = end;
    setOpen(true);
  }

  function onButtonKey(event: KeyboardEvent) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    openFrom(event.key === "ArrowUp");
  }

  function onMenuKey(event: KeyboardEvent) {
    if (event.key === "Escape" || event.key === "Tab") {
      if (event.key === "Escape") event.preventDefault();
      close();
      return;
    }
    const items = rows();
    const now = items.findIndex((item) => item === document.activeElement);
    const next = steppedIndex(event.key, now, items.length);
    if (next === undefined) return;
    event.preventDefault();
    items[next]?.focus();
  }

  return (
    <div ref={root} className={css["root"]}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => (open ? setOpen(false) : openFrom(false))}
        onKeyDown={onButtonKey}
      >
        {trigger}
      </button>
      {open ? (
        <div className={classNames(css["panel"], css[align])} onKeyDown={onMenuKey}>
          {head === undefined ? null : <div className={css["head"]}>{head}</div>}
          <div ref={list} id={id} role="menu" aria-label={label}>
            {sections.map((section) => (
              <div
                key={section.id}
                className={css["section"]}
                role="group"
                aria-label={section.label}
              >
                {section.label === undefined ? null : (
                  <p className={css["label"]} aria-hidden="true">
                    {section.label}
                  </p>
                )}
                {section.items.map((item) => (
                  <MenuRow key={item.id} item={item} close={close} />
                ))}
              </div>
            ))}
          </div>
        </div>
      ) : null}
    </div>
  );
}
