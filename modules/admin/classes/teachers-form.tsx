import { useState } from "react";
import { type AdministeredClass } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { Checkbox } from "../../../web/src/ui/checkbox.tsx";
import css from "../change/change.module.css";
import { Field, PlanForm } from "../change/plan-form.tsx";
import { usePlanning } from "../change/planning.ts";
import { PersonPicker } from "../shell/person-picker.tsx";
import type { Teacher } from "./class-page.tsx";

/** Form for the teachers of a class and its head-teachers. */
export function TeachersForm({
  room,
  teachers: known,
}: {
  room: AdministeredClass;
  teachers: readonly Teacher[];
}) {
  const { plan } = usePlanning();
  const [teachers, setTeachers] = useState<readonly Omit<Teacher, "account">[]>(known);
  const key = (one: Omit<Teacher, "account">) => `${one.id}/${one.subject_id}`;
  const change = (of: string, set: Partial<Teacher>) =>
    setTeachers((now) => now.map((one) => (key(one) === of ? { ...one, ...set } : one)));
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
                {one.subject_name === "" ? "" : ` · ${one.subject_name}`}
              </p>
              <Checkbox
                label="班主任"
                aria-label={`${one.name}是班主任`}
                checked={one.is_head}
                onChange={({ target }) => change(key(one), { is_head: target.checked })}
              />
            </div>
            <Button
              look="quiet"
              aria-label={`移除${one.name}`}
              onClick={() => setTeachers((now) => now.filter((other) => key(other) !== key(one)))}
            >
              移除
            </Button>
          </li>
        ))}
      </ul>
      <Field label="添加教师">
        <PersonPicker
          className={css["control"]}
          label="查找教师"
          value={null}
          school={room.school_id}
          identity="teacher"
          onChange={(person) => {
            if (person === null || teachers.some(({ id }) => id === person.id)) return;
            const { id, name } = person;
            setTeachers((now) => [
              ...now,
              { id, name, subject_id: "", subject_name: "", is_head: false },
            ]);
          }}
        />
      </Field>
    </PlanForm>
  );
}
