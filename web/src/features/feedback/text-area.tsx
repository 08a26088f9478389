import { useId, type ComponentProps } from "react";
import { FEEDBACK_LIMITS } from "#contract";
import { classNames } from "../../ui/class-names.ts";
import css from "./form.module.css";

/** A labelled text field of several lines, with its fault below. */
export function TextArea({
  label,
  error,
  ...rest
}: ComponentProps<"textarea"> & { label: string; error?: string | undefined }) {
  const id = useId();
  return (
    <div className={css["labelled"]}>
      <label className={css["label"]} htmlFor={id}>
        {label}
      </label>
      <textarea
        {...rest}
        id={id}
        rows={rest.rows ?? 5}
        maxLength={FEEDBACK_LIMITS.content}
        className={classNames(css["area"], error !== undefined && css["wrong"])}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-note`}
      />
      <p id={`${id}-note`} className={css["fault"]} aria-live="polite">
        {error}
      </p>
    </div>
  );
}
