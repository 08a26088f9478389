import { classNames } from "../../../web/src/ui/class-names.ts";
import { STEPS } from "./rules.ts";
import css from "./rosters.module.css";

/** The steps of an import, with the present one. */
export function Steps({ at }: { at: number }) {
  return (
    <ol className={css["steps"]} aria-label="步骤">
      {STEPS.map((name, index) => (
        <li
          key={name}
          aria-current={index === at ? "step" : undefined}
          className={classNames(css["step"], index < at && css["done"], index === at && css["now"])}
        >
          {name}
        </li>
      ))}
    </ol>
  );
}
