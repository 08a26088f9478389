import { useState } from "react";
import type { App, Theme } from "#contract";
import css from "./app-icon.module.css";

function iconAddress(path: string): string {
  return /^https?:\/\//.test(path) ? path : `${import.meta.env.BASE_URL}${path}`;
}

/** An app's picture: in its own colours, or as a glyph in the role's tone (AP-03); without one, its first character. */
export function AppIcon({ app, theme, size }: { app: App; theme: Theme; size: number }) {
  const [broken, setBroken] = useState(false);
  const box = { width: size, height: size };
  if (theme === "monochrome" && app.icon_mono !== "") {
    const mask = `url("${iconAddress(app.icon_mono)}")`;
    return (
      <span className={css["soft"]} style={box} aria-hidden="true">
        <span className={css["glyph"]} style={{ maskImage: mask, WebkitMaskImage: mask }} />
      </span>
    );
  }
  if (broken || app.icon === "" || theme === "monochrome") {
    return (
      <span className={css["soft"]} style={{ ...box, fontSize: size * 0.4 }} aria-hidden="true">
        {app.name.slice(0, 1)}
      </span>
    );
  }
  return (
    <img
      className={css["picture"]}
      src={iconAddress(app.icon)}
      width={size}
      height={size}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setBroken(true)}
    />
  );
}
