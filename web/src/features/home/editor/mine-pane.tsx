import { useDroppable } from "@dnd-kit/core";
import { rectSortingStrategy, SortableContext } from "@dnd-kit/sortable";
import { useRef, type KeyboardEvent } from "react";
import { MAX_QUICK_APPS, type App } from "#contract";
import { classNames } from "../../../ui/class-names.ts";
import { DOCK_SIZE } from "../rules.ts";
import { MINE_PANE } from "./announcements.ts";
import { arrowPlace } from "./dropped.ts";
import css from "./editor.module.css";
import { MineTile } from "./mine-tile.tsx";

/** The quick apps in their order. */
export function MinePane({
  apps,
  landingOn,
  onMove,
  onRemove,
}: {
  apps: readonly App[];
  /** The target under a new app: an app of mine, or the pane; null when none is. */
  landingOn: string | null;
  onMove: (appId: string, to: number) => void;
  onRemove: (appId: string) => void;
}) {
  const { setNodeRef } = useDroppable({ id: MINE_PANE });
  const grid = useRef<HTMLUListElement>(null);

  function onArrow(event: KeyboardEvent<HTMLButtonElement>, app: App) {
    if (grid.current === null) return;
    const columns = getComputedStyle(grid.current).gridTemplateColumns.split(" ").length;
    const place = arrowPlace(event.key, apps.indexOf(app), columns, apps.length);
    if (place === undefined) return;
    event.preventDefault();
    const moved = event.currentTarget;
    onMove(app.id, place);
    // Moving the node in the page takes its focus away.
    setTimeout(() => moved.focus());
  }

  return (
    <section
      ref={setNodeRef}
      className={classNames(css["pane"], css["mine"], landingOn !== null && css["adding"])}
      aria-labelledby="mine-title"
    >
      <div className={css["paneHead"]}>
        <h2 id="mine-title" className={css["paneTitle"]}>
          我的快捷应用{" "}
          <span className={css["count"]}>
            {apps.length} / {MAX_QUICK_APPS}
          </span>
        </h2>
        <p className={css["hint"]}>拖动排序，前 {DOCK_SIZE} 个显示在首页</p>
      </div>
      {apps.length === 0 ? (
        <p className={css["none"]}>从“全部应用”中添加，或者拖到这里</p>
      ) : (
        <SortableContext items={apps.map((app) => app.id)} strategy={rectSortingStrategy}>
          <ul ref={grid} className={css["grid"]}>
            {apps.map((app) => (
              <MineTile
                key={app.id}
                app={app}
                landing={landingOn === app.id}
                onArrow={(event) => onArrow(event, app)}
                onRemove={() => onRemove(app.id)}
              />
            ))}
          </ul>
        </SortableContext>
      )}
    </section>
  );
}
