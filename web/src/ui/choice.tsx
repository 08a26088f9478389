import { useId } from "react";
import css from "./choice.module.css";

/** A row of a few options, at most one of them chosen: radio buttons that look like keys. */
export function Choice<T extends string>({
  name,
  options,
  value,
  onChoose,
}: {
  name: string;
  options: readonly (readonly [value: T, name: string])[];
  value: string | undefined;
  onChoose: (value: T) => void;
}) {
  const group = useId();
  return (
    <fieldset className={css["choices"]}>
      <legend className={css["legend"]}>{name}</legend>
      {options.map(([one, text]) => (
        <label key={one} className={css["choice"]}>
          <input
            type="radio"
            name={group}
            className="visually-hidden"
            checked={one === value}
            onChange={() => onChoose(one)}
          />
          <span className={css["word"]}>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
