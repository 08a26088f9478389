import { memo } from "react";
import type { App } from "#contract";
import { AppIcon } from "./app-icon.tsx";
import { AppLink } from "./app-link.tsx";
import css from "./app-tile.module.css";
import { badgeOf } from "./rules.ts";
import { classNames } from "../../ui/class-names.ts";

/** The content of a tile: picture with a badge at its corner, name of two lines at most. */
function TileFace({ app, large }: { app: App; large: boolean }) {
  const badge = badgeOf(app.badge);
  return (
    <>
      <AppIcon app={app} size={large ? 72 : 56} />
      <span className={css["name"]}>{app.name}</span>
      {badge === null ? null : (
        <>
          <span
            className={classNames(css["badge"], badge.text === "" && css["dot"])}
            aria-hidden="true"
          >
            {badge.text}
          </span>
          <span className="visually-hidden">，{badge.spoken}</span>
        </>
      )}
    </>
  );
}

/** An app to open with one tap. Memoized: of a thousand tiles only the changed one renders again (AP-12). */
export const AppTile = memo(function AppTile({
  app,
  large = false,
}: {
  app: App;
  large?: boolean;
}) {
  const tip = app.description === "" ? app.name : `${app.name}：${app.description}`;
  return (
    <AppLink app={app} className={classNames(css["tile"], large && css["large"])} title={tip}>
      <TileFace app={app} large={large} />
    </AppLink>
  );
});
