import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import css from "./checkbox.module.css";

interface CheckboxParts {
  /** Words beside the box; may hold links. */
  label: ReactNode;
  invalid?: boolean;
}

/** A native check box with its label; the whole line is clickable. */
export function Checkbox({
  label,
  invalid = false,
  className,
  ...rest
}: Omit<ComponentProps<"input">, "type"> & CheckboxParts) {
  return (
    <label className={classNames(css["line"], className)}>
      <input
        {...rest}
        type="checkbox"
        className={classNames(css["box"], invalid && css["wrong"])}
        aria-invalid={invalid || undefined}
      />
      <span>{label}</span>
    </label>
  );
}
