import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";
import css from "./icon-button.module.css";

interface IconButtonParts {
  icon: IconName;
  /** Said by a screen reader and shown as the tip. */
  label: string;
}

export function IconButton({
  icon,
  label,
  className,
  type = "button",
  ...rest
}: Omit<ComponentProps<"button">, "children"> & IconButtonParts) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(css["button"], className)}
      aria-label={label}
      title={label}
    >
      <Icon name={icon} />
    </button>
  );
}
