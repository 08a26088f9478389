import { useMemo } from "react";
import { GRADE_NAMES, readClasses } from "#contract";
import { useAnswer } from "../../kit/use-answer.ts";
import css from "../list/list.module.css";
import { useQuery } from "../shell/address.ts";
import { Choice } from "./choice.tsx";
import { usePlace } from "../shell/place-strip.tsx";

/** Chooses grade and class of the current school; hidden when several schools are shown. */
export function ClassChoice() {
  const { one } = usePlace();
  return one === undefined ? null : <ClassesOf key={one.id} school={one.id} />;
}

function ClassesOf({ school }: { school: string }) {
  const [query, change] = useQuery();
  const answer = useAnswer(readClasses, { school_id: school });
  const { data } = answer;
  const grade = query["grade"] ?? "";
  const grades = useMemo(() => {
    const ids = [...new Set(data?.classes.map(({ grade_id }) => grade_id))];
    return ids.map((id) => ({ value: id, label: GRADE_NAMES[id] ?? id }));
  }, [data]);
  const classes = useMemo(
    () =>
      (data?.classes ?? [])
        .filter(({ grade_id }) => grade === "" || grade_id === grade)
        .map(({ id, name }) => ({ value: id, label: name })),
    [data, grade],
  );
  return (
    <>
      <Choice
        className={css["choice"]}
        label="年级"
        options={grades}
        value={grade}
        of={answer}
        onChange={(id) => change({ grade: id, class: "" })}
      />
      <Choice
        className={css["choice"]}
        label="班级"
        options={classes}
        value={query["class"] ?? ""}
        of={answer}
        onChange={(id) => change({ class: id })}
      />
    </>
  );
}
