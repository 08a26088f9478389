import { useState, type CSSProperties } from "react";
import type { App } from "#contract";
import { symbolOf } from "../../platform/icon-sprite.ts";
import { classNames } from "../../ui/class-names.ts";
import css from "./app-icon.module.css";

function iconAddress(path: string): string {
  return /^(https?:\/)?\//.test(path) ? path : `${import.meta.env.BASE_URL}${path}`;
}

/**
 * An app's picture: in its own colours, or as a glyph in the role's tone (AP-03); without one, its first character.
 * The style sheet chooses by the page's theme class, so that a thousand tiles need not be drawn anew.
 */
export function AppIcon({ app, size }: { app: App; size: number }) {
  const [broken, setBroken] = useState(false);
  const { icon, icon_mono } = app;
  const hasGlyph = icon_mono !== "";
  const glyph = symbolOf(icon_mono);
  const picture = symbolOf(icon);
  const isFile = hasGlyph && glyph === undefined;
  const box: CSSProperties & Record<"--glyph", string> = {
    width: size,
    height: size,
    fontSize: size * 0.4,
    "--glyph": isFile ? `url("${iconAddress(icon_mono)}")` : "none",
  };
  const look = classNames(css["icon"], hasGlyph && css["hasGlyph"], isFile && css["isFile"]);
  return (
    <span className={look} style={box} aria-hidden="true">
      {glyph === undefined ? null : <Symbol className={css["glyph"]} href={glyph} />}
      {picture !== undefined ? (
        <Symbol className={css["picture"]} href={picture} />
      ) : broken || icon === "" ? (
        <span className={css["letter"]}>{app.name.slice(0, 1)}</span>
      ) : (
        <img
          className={css["picture"]}
          src={iconAddress(icon)}
          width={size}
          height={size}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(true)}
        />
      )}
    </span>
  );
}

function Symbol({ className, href }: { className: string | undefined; href: string }) {
  return (
    <svg className={className}>
      <use href={href} />
    </svg>
  );
}
