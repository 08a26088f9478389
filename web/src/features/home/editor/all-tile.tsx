import { useDraggable } from "@dnd-kit/core";
import { memo } from "react";
import type { App } from "#contract";
import { classNames } from "../../../ui/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import { AppIcon } from "../app-icon.tsx";
import { allItem } from "./announcements.ts";
import { MINUS } from "../../../ui/icon-shapes.ts";
import css from "./editor.module.css";

interface AllTileProps {
  app: App;
  /** True when it is one of the quick apps already. */
  mine: boolean;
  full: boolean;
  onToggle: (appId: string) => void;
}

/** Any app that may be shown: drag it over, or add and remove it by its button. */
export const AllTile = memo(function AllTile({ app, mine, full, onToggle }: AllTileProps) {
  const { listeners, setNodeRef, isDragging } = useDraggable({
    id: allItem(app.id),
    disabled: mine || full,
  });
  return (
    <li className={classNames(css["tile"], isDragging && css["gap"])}>
      {/* For pointers only; the keyboard has the button below. */}
      <div
        ref={setNodeRef}
        className={classNames(css["handle"], (mine || full) && css["still"])}
        {...listeners}
      >
        <Face app={app} />
      </div>
      <Toggle app={app} mine={mine} full={full} onToggle={onToggle} />
    </li>
  );
});

/** Memoized apart from the tile: a drag that begins renders every draggable, but not this. */
const Face = memo(function Face({ app }: { app: App }) {
  return (
    <>
      <AppIcon app={app} size={48} />
      <span className={css["name"]}>{app.name}</span>
    </>
  );
});

const Toggle = memo(function Toggle({ app, mine, full, onToggle }: AllTileProps) {
  return (
    <button
      type="button"
      className={classNames(css["act"], !mine && css["add"])}
      aria-label={`${mine ? "移除" : "添加"}“${app.name}”`}
      disabled={full && !mine}
      onClick={() => onToggle(app.id)}
    >
      <Icon name={mine ? MINUS : "plus"} size={16} />
      {mine ? "移除" : "添加"}
    </button>
  );
});
