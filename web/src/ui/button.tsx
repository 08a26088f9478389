import type { ComponentProps } from "react";
import css from "./button.module.css";
import { classNames } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";

interface ButtonLook {
  /** `primary` is the main action of its place; `plain` has a border; `quiet` is text only. */
  look?: "primary" | "plain" | "quiet";
  icon?: IconName;
  /** Fills the line. */
  wide?: boolean;
  /** True while work is under way: shows a spinner and ignores clicks. */
  busy?: boolean;
}

export function Button({
  look = "plain",
  icon,
  wide = false,
  busy = false,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ComponentProps<"button"> & ButtonLook) {
  return (
    <button
      {...rest}
      type={busy ? "button" : type}
      className={classNames(css["button"], css[look], wide && css["wide"], className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest["aria-disabled"] || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy ? (
        <span className={css["spinner"]} aria-hidden="true" />
      ) : icon === undefined ? null : (
        <Icon name={icon} />
      )}
      <span className={css["text"]}>{children}</span>
    </button>
  );
}
