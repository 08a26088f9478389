import { useDroppable } from "@dnd-kit/core";
import { useDeferredValue, useMemo, useState } from "react";
import type { App } from "#contract";
import { classNames } from "../../../ui/class-names.ts";
import { tabIds, Tabs } from "../../../ui/tabs.tsx";
import { hasManyTiles, type Shelf } from "../rules.ts";
import { AllTile } from "./all-tile.tsx";
import { ALL_PANE } from "./announcements.ts";
import css from "./editor.module.css";

const EVERYTHING = "everything";
const TABS_PREFIX = "all-apps";
const NONE_YET: readonly App[] = [];

/** Shows every app that may become a quick app, by category or all at once; dropping a quick app here removes it. */
export function AllPane({
  shelves,
  mine,
  full,
  removing,
  onToggle,
}: {
  shelves: readonly Shelf[];
  mine: ReadonlySet<string>;
  full: boolean;
  /** True while a quick app is being dragged over this pane. */
  removing: boolean;
  onToggle: (appId: string) => void;
}) {
  const { setNodeRef } = useDroppable({ id: ALL_PANE });
  const [wanted, setWanted] = useState(EVERYTHING);
  const categories = shelves.map(({ category }) => ({ id: category.id, label: category.name }));
  const tabs = hasManyTiles(shelves)
    ? categories
    : [{ id: EVERYTHING, label: "全部" }, ...categories];
  const current = tabs.some((tab) => tab.id === wanted) ? wanted : (tabs[0]?.id ?? EVERYTHING);
  const chosen = useMemo(
    () =>
      shelves
        .filter(({ category }) => current === EVERYTHING || category.id === current)
        .flatMap((shelf) => shelf.apps),
    [shelves, current],
  );
  // Hundreds of tiles come behind the pane, in slices: whoever taps meanwhile does not wait for them (AP-12).
  const apps = useDeferredValue(chosen, NONE_YET);
  const ids = tabIds(TABS_PREFIX, current);
  return (
    <section
      ref={setNodeRef}
      className={classNames(css["pane"], removing && css["removing"])}
      aria-labelledby="all-apps-title"
    >
      <div className={css["paneHead"]}>
        <h2 id="all-apps-title" className={css["paneTitle"]}>
          {removing ? "放到这里就移除" : "全部应用"}
        </h2>
        <Tabs
          label="应用分类"
          prefix={TABS_PREFIX}
          tabs={tabs}
          current={current}
          onChoose={setWanted}
        />
      </div>
      <div id={ids.panel} role="tabpanel" aria-labelledby={ids.tab}>
        <ul className={css["grid"]}>
          {apps.map((app) => (
            <AllTile
              key={app.id}
              app={app}
              mine={mine.has(app.id)}
              full={full}
              onToggle={onToggle}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}
