import { memo } from "react";
import type { App, Theme } from "#contract";
import { AppIcon } from "./app-icon.tsx";
import { AppLink } from "./app-link.tsx";
import css from "./app-tile.module.css";
import { badgeOf } from "./rules.ts";
import { classNames } from "../../ui/class-names.ts";

export function Badge({ value }: { value: string }) {
  const badge = badgeOf(value);
  if (badge === null) return null;
  return (
    <span className={classNames(css["badge"], badge.text === "" && css["dot"])}>
      <span aria-hidden="true">{badge.text}</span>
      <span className="visually-hidden">，{badge.spoken}</span>
    </span>
  );
}

/** What a tile shows: picture, name of two lines at most, badge. */
export function TileFace({ app, theme, large }: { app: App; theme: Theme; large: boolean }) {
  return (
    <>
      <span className={css["icon"]}>
        <AppIcon app={app} theme={theme} size={large ? 72 : 56} />
      </span>
      <span className={classNames(css["name"], large && css["large"])}>{app.name}</span>
      <Badge value={app.badge} />
    </>
  );
}

/** An app to open with one tap. Memoized: a thousand of them stand still while one changes (AP-12). */
export const AppTile = memo(function AppTile({
  app,
  theme,
  large = false,
}: {
  app: App;
  theme: Theme;
  large?: boolean;
}) {
  const tip = app.description === "" ? app.name : `${app.name}：${app.description}`;
  return (
    <AppLink app={app} className={css["tile"]} title={tip}>
      <TileFace app={app} theme={theme} large={large} />
    </AppLink>
  );
});
