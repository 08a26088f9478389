import { useEffect, useRef, type KeyboardEvent } from "react";
import { classNames } from "./class-names.ts";
import { steppedIndex } from "./focusable.ts";
import css from "./tabs.module.css";

export interface Tab {
  id: string;
  label: string;
}

/** The ids that tie a tab to its panel. */
export const tabIds = (prefix: string, id: string) => ({
  tab: `${prefix}-tab-${id}`,
  panel: `${prefix}-panel-${id}`,
});

/** One row of tabs that scrolls sideways when it must; one tab stop, arrow keys choose. */
export function Tabs({
  label,
  prefix,
  tabs,
  current,
  onChoose,
}: {
  label: string;
  /** Begins the ids of {@link tabIds}. */
  prefix: string;
  tabs: readonly Tab[];
  current: string;
  onChoose: (id: string) => void;
}) {
  const row = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!row.current || !chosen) return;
    const middle = chosen.offsetLeft - (row.current.clientWidth - chosen.offsetWidth) / 2;
    row.current.scrollLeft = middle;
  }, [current]);

  function onKeyDown(event: KeyboardEvent) {
    const now = tabs.findIndex((tab) => tab.id === current);
    const next = steppedIndex(event.key, now, tabs.length);
    const chosen = next === undefined ? undefined : tabs[next];
    if (chosen === undefined) return;
    event.preventDefault();
    onChoose(chosen.id);
    row.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next ?? 0]?.focus();
  }

  return (
    <div ref={row} className={css["row"]} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map((tab) => {
        const ids = tabIds(prefix, tab.id);
        const chosen = tab.id === current;
        return (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={ids.tab}
            className={classNames(css["tab"], chosen && css["chosen"])}
            aria-selected={chosen}
            aria-controls={chosen ? ids.panel : undefined}
            tabIndex={chosen ? 0 : -1}
            onClick={() => onChoose(tab.id)}
          >
            {tab.label}
          </button>
        );
      })}
    </div>
  );
}
