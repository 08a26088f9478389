import { useId } from "react";
import css from "./invitations.module.css";

/** Chooses one of a list, by the browser's own control. */
export function Select({
  label,
  options,
  value,
  error,
  onChoose,
}: {
  label: string;
  options: readonly (readonly [value: string, name: string])[];
  value: string;
  error?: string | undefined;
  onChoose: (value: string) => void;
}) {
  const id = useId();
  return (
    <p className={css["field"]}>
      <label className={css["label"]} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={css["select"]}
        value={value}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-note`}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
      <span id={`${id}-note`} className={css["fault"]} aria-live="polite">
        {error}
      </span>
    </p>
  );
}
