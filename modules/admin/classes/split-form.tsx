import { useState } from "react";
import { readClasses, type AdministeredClass } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { Checkbox } from "../../../web/src/ui/checkbox.tsx";
import { TextField } from "../../../web/src/ui/text-field.tsx";
import { useAnswer } from "../../kit/use-answer.ts";
import change from "../change/change.module.css";
import { Field, PlanForm } from "../change/plan-form.tsx";
import { usePlanning } from "../change/planning.ts";
import { PersonPicker, type PickedPerson } from "../fields/person-picker.tsx";
import { proposedName } from "./rules.ts";
import css from "./teaching.module.css";

const NAME_MAX = 40;

/** Asks which pupils of a class go to a new one, its name and its head-teacher (AD-09). */
export function SplitClass({
  room,
  pupils,
  chosen: known,
}: {
  room: AdministeredClass;
  pupils: readonly { id: string; name: string; account: string }[];
  /** Those who were chosen on the page; who is not among the pupils stays. */
  chosen: readonly string[];
}) {
  const { plan } = usePlanning();
  const { school_id, id: class_id } = room;
  const { data, error } = useAnswer(readClasses, { school_id });
  const [typed, setTyped] = useState<string>();
  const [going, setGoing] = useState<ReadonlySet<string>>(
    () => new Set(pupils.flatMap(({ id }) => (known.includes(id) ? [id] : []))),
  );
  const [head, setHead] = useState<PickedPerson | null>(null);
  const name = typed ?? (data === undefined ? "" : proposedName(room, data.classes));
  const set = (id: string, goes: boolean) =>
    setGoing((now) => {
      const next = new Set(now);
      if (goes) next.add(id);
      else next.delete(id);
      return next;
    });
  return (
    <PlanForm
      label="拆班"
      busy={data === undefined && error === undefined}
      onReady={() => {
        if (name.trim() === "") return "请填写新班级的名称";
        if (going.size === 0) return "请选择去新班级的学生";
        if (going.size === pupils.length) return "请至少留一位学生在原来的班级";
        plan({
          ...{ kind: "class-split", school_id, class_id, name: name.trim() },
          user_ids: pupils.flatMap(({ id }) => (going.has(id) ? id : [])),
          ...(head !== null && { head_user_id: head.id }),
        });
        return undefined;
      }}
    >
      <TextField
        label="新班级的名称"
        value={name}
        maxLength={NAME_MAX}
        autoComplete="off"
        hint="和原来的班级同一个年级"
        onChange={({ target }) => setTyped(target.value)}
      />
      <Field label="新班级的班主任（可以以后再定）">
        <PersonPicker
          className={change["control"]}
          label="查找新班级的班主任"
          value={head}
          school={school_id}
          identity="teacher"
          onChange={setHead}
        />
      </Field>
      <Field label={`去新班级的学生（${going.size} / ${pupils.length}）`}>
        <div>
          <Button
            look="quiet"
            onClick={() =>
              setGoing(new Set(pupils.filter((_one, index) => index % 2 === 1).map(({ id }) => id)))
            }
          >
            隔一位选一位
          </Button>
          <Button look="quiet" onClick={() => setGoing(new Set())}>
            都不选
          </Button>
        </div>
        <ul className={css["people"]} aria-label="去新班级的学生">
          {pupils.map(({ id, name: pupil, account }) => (
            <li key={id}>
              <Checkbox
                label={`${pupil} · ${account}`}
                checked={going.has(id)}
                onChange={({ target }) => set(id, target.checked)}
              />
            </li>
          ))}
        </ul>
      </Field>
    </PlanForm>
  );
}
