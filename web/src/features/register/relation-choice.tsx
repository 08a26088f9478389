import { RELATIONS } from "#contract";
import css from "./page.module.css";
import type { Relation } from "./queries.ts";

/** What one is to the child; may be left open. */
export function RelationChoice({
  value,
  onChoose,
}: {
  value: Relation | undefined;
  onChoose: (relation: Relation) => void;
}) {
  return (
    <fieldset className={css["choices"]}>
      <legend className={css["legend"]}>我是孩子的</legend>
      {RELATIONS.map((one) => (
        <label key={one} className={css["choice"]}>
          <input
            type="radio"
            name="relation"
            className="visually-hidden"
            checked={value === one}
            onChange={() => onChoose(one)}
          />
          <span className={css["word"]}>{one}</span>
        </label>
      ))}
    </fieldset>
  );
}
