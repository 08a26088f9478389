import { useId, type ComponentProps } from "react";
import { classNames } from "../../../web/src/ui/class-names.ts";
import css from "./text-area.module.css";

/** A labelled text field of several lines, with a hint or its fault below. */
export function TextArea({
  label,
  error,
  hint,
  className,
  ...rest
}: ComponentProps<"textarea"> & {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
}) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div>
      <label className={css["label"]} htmlFor={id}>
        {label}
      </label>
      <textarea
        rows={5}
        {...rest}
        id={id}
        className={classNames(css["area"], error !== undefined && css["wrong"], className)}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
      />
      <p
        id={`${id}-note`}
        className={error === undefined ? css["hint"] : css["fault"]}
        aria-live="polite"
      >
        {note}
      </p>
    </div>
  );
}
