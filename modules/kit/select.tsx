import { useId } from "react";
import css from "./select.module.css";

/** Chooses one of a list, by the browser's own control. `error` is the field's fault, read out when it appears. */
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
    <div>
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
      <p id={`${id}-note`} className={css["fault"]} aria-live="polite">
        {error}
      </p>
    </div>
  );
}
