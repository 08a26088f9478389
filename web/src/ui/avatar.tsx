import { useState } from "react";
import css from "./avatar.module.css";

/** Returns the character that stands for a person: the last of a Chinese name, else the first letter. */
function avatarInitial(name: string): string {
  const trimmed = name.trim();
  if (/^[㐀-鿿]+$/.test(trimmed)) return trimmed.slice(-1);
  return trimmed.slice(0, 1).toUpperCase();
}

/** Shows a person's picture, or the name's character where there is none or it cannot be loaded. */
export function Avatar({
  name,
  src,
  size = 36,
}: {
  name: string;
  src?: string | null | undefined;
  size?: number;
}) {
  const [broken, setBroken] = useState<string>();
  const box = { width: size, height: size, fontSize: Math.round(size * 0.45) };
  if (src === null || src === undefined || src === "" || src === broken) {
    return (
      <span className={css["avatar"]} style={box} aria-hidden="true">
        {avatarInitial(name)}
      </span>
    );
  }
  return (
    <img className={css["avatar"]} style={box} src={src} alt="" onError={() => setBroken(src)} />
  );
}
