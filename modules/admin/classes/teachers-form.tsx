import { useState } from "react";
import { readTeaching, type AdministeredClass } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { Checkbox } from "../../../web/src/ui/checkbox.tsx";
import { useAnswer } from "../../kit/use-answer.ts";
import css from "../change/change.module.css";
import { Field, PlanForm } from "../change/plan-form.tsx";
import { usePlanning } from "../change/planning.ts";
import { Choice } from "../fields/choice.tsx";
import { PersonPicker } from "../fields/person-picker.tsx";
import { namesakes, withTold } from "../list/namesakes.ts";
import type { Teacher } from "./class-page.tsx";

type Taught = Omit<Teacher, "written">;

/** Form for the teachers of a class and its head-teachers. */
export function TeachersForm({
  room,
  teachers: known,
}: {
  room: AdministeredClass;
  teachers: readonly Teacher[];
}) {
  const { plan } = usePlanning();
  const [teachers, setTeachers] = useState<readonly Taught[]>(known);
  const [subject, setSubject] = useState("");
  const answer = useAnswer(readTeaching, { school_id: room.school_id, class_id: room.id });
  const subjects = answer.data?.subjects ?? [];
  const key = (one: Taught) => `${one.id}/${one.subject_id}`;
  const change = (of: string, set: Partial<Teacher>) =>
    setTeachers((now) => now.map((one) => (key(one) === of ? { ...one, ...set } : one)));
  // by name and subject, and by account where another has both
  const told = namesakes(teachers, {
    shownOf: ({ name, subject_id }) => `${name}\n${subject_id}`,
    factsOf: ({ account }) => [account],
  });
  const nameOf = (one: Taught) => {
    const which = [one.subject_name, told.get(one)].filter(Boolean).join("，");
    return withTold(one.name, which === "" ? undefined : which);
  };
  return (
    <PlanForm
      label="安排任课"
      onReady={() =>
        plan({
          kind: "class-teach",
          school_id: room.school_id,
          class_id: room.id,
          teachers: teachers.map(({ id, subject_id, is_head }) => ({
            user_id: id,
            subject_id,
            is_head,
          })),
        })
      }
    >
      <ul>
        {teachers.map((one) => (
          <li key={key(one)} className={css["row"]}>
            <div className={css["rowWords"]}>
              <p>
                {one.name}
                {one.subject_name === "" ? "" : ` · ${one.subject_name}`}{" "}
                <span className={css["soft"]}>{one.account}</span>
              </p>
              <Checkbox
                label="班主任"
                aria-label={`${nameOf(one)}是班主任`}
                checked={one.is_head}
                onChange={({ target }) => change(key(one), { is_head: target.checked })}
              />
            </div>
            <Button
              look="quiet"
              aria-label={`移除${nameOf(one)}`}
              onClick={() => setTeachers((now) => now.filter((other) => key(other) !== key(one)))}
            >
              移除
            </Button>
          </li>
        ))}
      </ul>
      <Field label="添加教师：教什么">
        <Choice
          className={css["control"]}
          tall
          label="教什么"
          none="不教学科"
          of={answer}
          options={subjects.map(({ id, name }) => ({ value: id, label: name }))}
          value={subject}
          onChange={setSubject}
        />
      </Field>
      <Field label="添加教师：是谁">
        <PersonPicker
          className={css["control"]}
          label="查找教师"
          value={null}
          school={room.school_id}
          identity="teacher"
          onChange={(person) => {
            if (person === null) return;
            const { id, name, account } = person;
            const subject_name = subjects.find((one) => one.id === subject)?.name ?? "";
            const added = { id, name, account, subject_id: subject, subject_name, is_head: false };
            if (teachers.some((one) => key(one) === key(added))) return;
            setTeachers((now) => [...now, added]);
          }}
        />
      </Field>
    </PlanForm>
  );
}
