import { Checkbox } from "../../../web/src/ui/checkbox.tsx";
import css from "./checks.module.css";

/** Chooses any number of a few values, each by one press; they keep the order of the options. */
export function Checks<T extends string>({
  options,
  values,
  isFixed,
  onChange,
}: {
  options: readonly (readonly [value: T, name: string])[];
  values: readonly string[];
  /** Tells which cannot be changed now. */
  isFixed?: (value: T) => boolean;
  onChange: (values: T[]) => void;
}) {
  return (
    <div className={css["checks"]}>
      {options.map(([value, name]) => (
        <Checkbox
          key={value}
          label={name}
          checked={values.includes(value)}
          disabled={isFixed?.(value)}
          onChange={({ target }) =>
            onChange(
              options.flatMap(([one]) =>
                (one === value ? target.checked : values.includes(one)) ? one : [],
              ),
            )
          }
        />
      ))}
    </div>
  );
}
