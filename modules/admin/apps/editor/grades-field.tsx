import { useState } from "react";
import { GRADES, leftOutOf } from "#contract";
import { classNames } from "../../../../web/src/ui/class-names.ts";
import { Checks } from "../../fields/checks.tsx";
import { Select } from "../../../kit/select.tsx";
import css from "./editor.module.css";
import { Group } from "./fields.tsx";
import { type GradesSide, gradesOf } from "./rules.ts";

const SIDES: readonly (readonly [GradesSide, string])[] = [
  ["only", "只给选中的年级（不选：不限）"],
  ["except", "除选中的年级以外都给"],
];

/** Chooses the grades that see an app, or those that do not: an entry lists who does, so that the others are ticked here. */
export function GradesField({
  values,
  error,
  onChange,
}: {
  values: readonly string[];
  error?: string | undefined;
  onChange: (values: string[]) => void;
}) {
  const out = leftOutOf(GRADES, values);
  const [side, setSide] = useState<GradesSide>(out === undefined ? "only" : "except");
  const all = GRADES.map(({ id }) => id);
  const isFree = values.length === 0;
  const ticked = side === "only" ? values : isFree ? [] : all.filter((id) => !values.includes(id));
  return (
    <Group label="年级" error={error}>
      <div className={css["line"]}>
        <Select
          label="看得见的年级"
          value={side}
          options={SIDES}
          onChoose={(one) => {
            setSide(one as GradesSide);
            onChange(gradesOf(one as GradesSide, ticked));
          }}
        />
      </div>
      <Checks
        options={GRADES.map(({ id, name }) => [id, name])}
        values={ticked}
        // without any grade nothing would be limited
        isFixed={(id) =>
          side === "except" && ticked.length === all.length - 1 && !ticked.includes(id)
        }
        onChange={(chosen) => onChange(gradesOf(side, chosen))}
      />
      {isFree ? null : (
        <p className={classNames(css["line"], css["hint"])}>
          家长按孩子的年级。不属于任何年级的人（如学校管理员、没有任课的教师）也看不见它。
        </p>
      )}
    </Group>
  );
}
