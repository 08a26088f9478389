import { useSortable } from "@dnd-kit/sortable";
import type { KeyboardEvent } from "react";
import type { App } from "#contract";
import { classNames } from "../../../ui/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import { AppIcon } from "../app-icon.tsx";
import { MINUS } from "../../../ui/icon-shapes.ts";
import css from "./editor.module.css";

/** One of the quick apps: drag it, move it by arrow keys, or remove it. */
export function MineTile({
  app,
  landing,
  onArrow,
  onRemove,
}: {
  app: App;
  /** A new app would be put in front of it. */
  landing: boolean;
  onArrow: (event: KeyboardEvent<HTMLButtonElement>) => void;
  onRemove: () => void;
}) {
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id: app.id, attributes: { roleDescription: "可排序" } });
  const { onKeyDown: onSensorKey, ...pointer } = listeners ?? {};
  const shift = transform === null ? undefined : `translate(${transform.x}px, ${transform.y}px)`;
  return (
    <li
      ref={setNodeRef}
      className={classNames(css["tile"], isDragging && css["gap"], landing && css["landing"])}
      style={{ transform: shift, transition }}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        className={css["handle"]}
        {...attributes}
        {...pointer}
        aria-label={`移动“${app.name}”`}
        data-quick-app={app.id}
        onKeyDown={(event) => {
          if (!isDragging) onArrow(event);
          if (!event.defaultPrevented) onSensorKey?.(event);
        }}
      >
        <AppIcon app={app} size={48} />
        <span className={css["name"]}>{app.name}</span>
      </button>
      <button
        type="button"
        className={css["act"]}
        aria-label={`移除“${app.name}”`}
        onClick={onRemove}
      >
        <Icon name={MINUS} size={16} />
        移除
      </button>
    </li>
  );
}
