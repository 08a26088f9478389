import type { App } from "#contract";
import { Button } from "../../ui/button.tsx";
import { AppIcon } from "./app-icon.tsx";
import { AppLink } from "./app-link.tsx";
import { AppTile } from "./app-tile.tsx";
import css from "./dock.module.css";

export const EDIT_BUTTON_ID = "edit-quick-apps";

/** The person's own apps, first on the page (AP-04). */
export function Dock({
  apps,
  large,
  onEdit,
  onEditNear,
}: {
  apps: readonly App[];
  large: boolean;
  onEdit: () => void;
  /** Called when the pointer or the focus is at 「编辑」, to fetch the editor. */
  onEditNear: () => void;
}) {
  const near = { onPointerEnter: onEditNear, onFocus: onEditNear };
  return (
    <section className={css["dock"]} aria-labelledby="quick-apps">
      <div className={css["head"]}>
        <h2 id="quick-apps" className={css["title"]}>
          快捷应用
        </h2>
        <Button
          id={EDIT_BUTTON_ID}
          look="quiet"
          icon="edit"
          aria-label="编辑快捷应用"
          onClick={onEdit}
          {...near}
        >
          编辑
        </Button>
      </div>
      {apps.length > 0 ? (
        <ul className={css["grid"]}>
          {apps.map((app) => (
            <li key={app.id}>
              <AppTile app={app} large={large} />
            </li>
          ))}
        </ul>
      ) : (
        <div className={css["empty"]}>
          <p>还没有快捷应用，把常用的放到这里，下次一点就开。</p>
          <Button icon="plus" onClick={onEdit} {...near}>
            添加应用
          </Button>
        </div>
      )}
    </section>
  );
}

/** Recently used, newest first, on one line (AP-08). */
export function RecentApps({ apps }: { apps: readonly App[] }) {
  if (apps.length === 0) return null;
  return (
    <section className={css["recent"]} aria-labelledby="recent-apps">
      <h2 id="recent-apps" className={css["label"]}>
        最近使用
      </h2>
      <ul className={css["line"]}>
        {apps.map((app) => (
          <li key={app.id}>
            <AppLink app={app} className={css["chip"]}>
              <AppIcon app={app} size={28} />
              <span className={css["word"]}>{app.name}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
