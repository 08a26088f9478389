import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { steppedIndex } from "./focusable.ts";
import { Icon, type IconName } from "./icon.tsx";
import css from "./menu-panel.module.css";
import type { PanelPlace } from "./menu.tsx";

export interface MenuItem {
  id: string;
  label: string;
  icon?: IconName;
  /** True when the item is chosen, of several to choose from; missing for a plain item. */
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
      <span className={css["words"]}>{item.label}</span>
      {item.checked === true ? <Icon name="check" size={18} /> : null}
    </button>
  );
}

function rowsIn(panel: HTMLElement | null): HTMLElement[] {
  return Array.from(panel?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []);
}

/** The open menu: takes the focus, moves it by arrow keys, Home and End; closes on Escape, Tab or a press outside. */
export function MenuPanel({
  id,
  label,
  head,
  sections,
  align,
  fromEnd,
  onClose,
}: PanelPlace & {
  /** Content above the items. */
  head?: ReactNode;
  sections: readonly MenuSection[];
}) {
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const items = rowsIn(panel.current);
    items[fromEnd ? items.length - 1 : 0]?.focus();
  }, [fromEnd]);

  useEffect(() => {
    // The button stands beside the panel and closes it by itself.
    const root = panel.current?.parentElement;
    const onOutside = ({ target }: Event) => {
      if (target instanceof Node && root?.contains(target) !== true) onClose(false);
    };
    document.addEventListener("pointerdown", onOutside);
    document.addEventListener("focusin", onOutside);
    return () => {
      document.removeEventListener("pointerdown", onOutside);
      document.removeEventListener("focusin", onOutside);
    };
  }, [onClose]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape" || event.key === "Tab") {
      if (event.key === "Escape") event.preventDefault();
      onClose(true);
      return;
    }
    const items = rowsIn(panel.current);
    const now = items.findIndex((item) => item === document.activeElement);
    const next = steppedIndex(event.key, now, items.length);
    if (next === undefined) return;
    event.preventDefault();
    items[next]?.focus();
  }

  return (
    <div ref={panel} className={classNames(css["panel"], css[align])} onKeyDown={onKeyDown}>
      {head === undefined ? null : <div className={css["head"]}>{head}</div>}
      <div id={id} role="menu" aria-label={label}>
        {sections.map((section) => (
          <div key={section.id} className={css["section"]} role="group" aria-label={section.label}>
            {section.label === undefined ? null : (
              <p className={css["label"]} aria-hidden="true">
                {section.label}
              </p>
            )}
            {section.items.map((item) => (
              <MenuRow key={item.id} item={item} close={() => onClose(true)} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
