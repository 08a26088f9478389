import { useState } from "react";
import { chinaDay, type SchoolClass } from "#contract";
import { Card } from "../kit/card.tsx";
import { useModule } from "../kit/react-module.tsx";
import css from "./growth-record.module.css";
import { dayAtSchool, dayText } from "./rules.ts";

/** Shows a pupil's school and class, and since when. */
export function Child({
  name,
  school,
  classes,
  admission,
}: {
  name: string;
  school: { name: string } | null | undefined;
  classes: readonly SchoolClass[];
  admission?: string | null | undefined;
}) {
  const { now } = useModule();
  const [today] = useState(() => chinaDay(now()));
  const day = dayAtSchool(admission, today);
  const facts = [
    ["学校", school?.name ?? "还没有学校"],
    ["班级", classes.map((one) => one.name).join("、") || "还没有分班"],
    ...(admission == null ? [] : [["入学日期", dayText(admission)]]),
  ];
  return (
    <Card title={name}>
      {day === null ? null : (
        <p className={css["day"]}>
          入学第 <strong className={css["number"]}>{day}</strong> 天
        </p>
      )}
      <dl className={css["facts"]}>
        {facts.map(([what, value]) => (
          <div key={what} className={css["fact"]}>
            <dt className={css["what"]}>{what}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
