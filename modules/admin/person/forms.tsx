import { useState } from "react";
import { chinaDay, type PersonWhole } from "#contract";
import { TextField } from "../../../web/src/ui/text-field.tsx";
import css from "../change/change.module.css";
import { ChoiceField, Field, PlanForm } from "../change/plan-form.tsx";
import { usePlanning } from "../change/planning.ts";
import { RELATIONS } from "../people/rules.ts";
import { DayField } from "../fields/date-field.tsx";
import { PersonPicker, type PickedPerson } from "../fields/person-picker.tsx";

const NAME_MAX = 50;

/** Form for the last day of an identity. */
export function UntilForm({
  membership: { school_id, identity, until },
  user,
}: {
  membership: PersonWhole["memberships"][number];
  user: string;
}) {
  const { plan, faultAt } = usePlanning();
  const [day, setDay] = useState(until === null ? "" : chinaDay(until));
  return (
    <PlanForm
      label="设到期日"
      fields={["until"]}
      onReady={() =>
        plan({
          kind: "membership-until",
          school_id,
          identity,
          user_ids: [user],
          until: day === "" ? null : day,
        })
      }
    >
      <DayField
        label="最后一天"
        value={day}
        hint="留空表示不到期；到期前 14 天会提醒"
        error={faultAt("until")}
        onChange={setDay}
      />
    </PlanForm>
  );
}

export function AddGuardian({ child }: { child: string }) {
  const { plan } = usePlanning();
  const [person, setPerson] = useState<PickedPerson | null>(null);
  const [relation, setRelation] = useState("");
  return (
    <PlanForm
      label="添加监护人"
      onReady={() => {
        if (person === null) return "请选择监护人";
        if (relation === "") return "请选择与孩子的关系";
        return plan({ kind: "guardian-bind", child_id: child, user_id: person.id, relation });
      }}
    >
      <Field label="监护人">
        <PersonPicker
          className={css["control"]}
          label="查找监护人"
          value={person}
          onChange={setPerson}
        />
      </Field>
      <ChoiceField
        label="与孩子的关系"
        options={RELATIONS.map((value) => ({ value, label: value }))}
        value={relation}
        onChange={setRelation}
      />
    </PlanForm>
  );
}

type Gender = PersonWhole["gender"];

/** Form for a person's data; only fields that differ from what it was opened with are changed. */
export function EditForm(given: { person: PersonWhole }) {
  const { plan, faultAt } = usePlanning();
  const [person] = useState(given.person);
  const { id } = person;
  const known = {
    name: person.name,
    gender: person.gender,
    birth_date: person.birth_date?.slice(0, 10) ?? null,
    admission_time: person.admission_time?.slice(0, 10) ?? null,
  };
  const [edited, setEdited] = useState(known);
  const set = (change: Partial<typeof known>) => setEdited((now) => ({ ...now, ...change }));
  return (
    <PlanForm
      label="修改资料"
      fields={["name"]}
      onReady={() => {
        const name = edited.name.trim();
        if (name === "") return "请填写姓名";
        const now = { ...edited, name };
        const fields = (Object.keys(known) as (keyof typeof known)[]).filter(
          (field) => now[field] !== known[field],
        );
        if (fields.length === 0) return "还没有修改什么";
        const changed = Object.fromEntries(fields.map((field) => [field, now[field]]));
        return plan({ kind: "person-edit", user_id: id, ...changed });
      }}
    >
      <TextField
        label="姓名"
        value={edited.name}
        maxLength={NAME_MAX}
        autoComplete="off"
        hint={person.source === null ? undefined : "由名册写入：下次导入时会按名册改回"}
        error={faultAt("name")}
        onChange={({ target }) => set({ name: target.value })}
      />
      <ChoiceField
        label="性别"
        none="没有填"
        options={[
          { value: "male", label: "男" },
          { value: "female", label: "女" },
        ]}
        value={edited.gender ?? ""}
        onChange={(gender) => set({ gender: gender === "" ? null : (gender as Gender) })}
      />
      <DayField
        label="出生日期"
        value={edited.birth_date ?? ""}
        onChange={(day) => set({ birth_date: day === "" ? null : day })}
      />
      <DayField
        label="入学日期"
        value={edited.admission_time ?? ""}
        onChange={(day) => set({ admission_time: day === "" ? null : day })}
      />
    </PlanForm>
  );
}
