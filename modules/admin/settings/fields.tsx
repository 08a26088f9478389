import { isColour } from "#contract";
import { TextField } from "../../../web/src/ui/text-field.tsx";
import css from "./settings.module.css";

/** A colour by its digits or by the browser's picker. */
export function ColourField({
  label,
  value,
  error,
  hint,
  first,
  onChange,
}: {
  label: string;
  value: string;
  error?: string | undefined;
  hint: string;
  /** The default, from which the picker begins. */
  first: string;
  onChange: (value: string) => void;
}) {
  return (
    <div className={css["colour"]}>
      <TextField
        label={label}
        value={value}
        maxLength={7}
        autoComplete="off"
        spellCheck={false}
        error={error}
        hint={hint}
        onChange={({ target }) => onChange(target.value)}
      />
      <input
        type="color"
        className={css["swatch"]}
        aria-label={`选择${label}`}
        value={isColour(value) ? value : first}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
