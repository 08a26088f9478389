import { useState } from "react";
import {
  GRADES,
  GROUP_PART_NAMES,
  GROUP_PARTS,
  type GroupRule,
  IDENTITIES,
  IDENTITY_NAMES,
  readClasses,
} from "#contract";
import { Choice as Keys } from "../../../web/src/ui/choice.tsx";
import { useAnswer } from "../../kit/use-answer.ts";
import css from "../change/change.module.css";
import { ChoiceField, Field } from "../change/plan-form.tsx";
import { Checks } from "../fields/checks.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { SeveralChoice } from "../fields/several-choice.tsx";
import { changedRule, classesOf, isStaffOnly, withClasses } from "./rules.ts";

/** Fields for who is in a group by rule; those that do not apply are not shown. */
export function RuleFields({
  place,
  rule,
  subjects,
  onChange,
}: {
  place: string;
  rule: GroupRule;
  subjects: readonly { id: string; name: string }[];
  onChange: (rule: GroupRule) => void;
}) {
  const { organisations } = usePlace();
  const isSchool = organisations.find(({ id }) => id === place)?.kind === "school";
  const change = (to: Partial<GroupRule>) => onChange(changedRule(rule, to));
  return (
    <>
      <div>
        <Keys
          name="哪些人"
          options={GROUP_PARTS.map((part) => [part, GROUP_PART_NAMES[part]] as const)}
          value={rule.part}
          onChoose={(part) => change({ part, identities: part === "everybody" ? ["teacher"] : [] })}
        />
      </div>
      {rule.part !== "everybody" ? null : (
        <Field label="身份">
          <Checks
            options={IDENTITIES.filter(
              (one) => one !== "inner_admin" && (one !== "admin" || !isSchool),
            ).map((one) => [one, IDENTITY_NAMES[one]])}
            values={rule.identities}
            onChange={(identities) => change({ identities })}
          />
        </Field>
      )}
      <Field label="年级（不选：不限）">
        <SeveralChoice
          className={css["control"]}
          label="年级"
          placeholder="不限"
          options={GRADES.map(({ id, name }) => ({ value: id, label: name }))}
          values={rule.grade_ids}
          onChange={(grade_ids) => change({ grade_ids: grade_ids })}
        />
      </Field>
      {rule.part === "year-heads" || place === "" ? null : isSchool ? (
        <Classes
          label="班级"
          school={place}
          grades={rule.grade_ids}
          values={rule.class_ids}
          onChange={(class_ids) => change({ class_ids })}
        />
      ) : (
        <DistrictClasses
          key={place}
          schools={organisations.filter(({ parent_id }) => parent_id === place)}
          grades={rule.grade_ids}
          values={rule.class_ids}
          onChange={(class_ids) => change({ class_ids })}
        />
      )}
      {rule.part === "everybody" && isStaffOnly(rule) ? (
        <Field label="任教的学科（不选：不限）">
          <SeveralChoice
            className={css["control"]}
            label="任教的学科"
            placeholder="不限"
            options={subjects.map(({ id, name }) => ({ value: id, label: name }))}
            values={rule.subject_ids}
            onChange={(subject_ids) => change({ subject_ids })}
          />
        </Field>
      ) : null}
    </>
  );
}

/** Classes of a district's schools: each school that is chosen has a field of its own. */
export function DistrictClasses({
  schools,
  grades,
  values,
  onChange,
}: {
  schools: readonly { id: string; name: string }[];
  grades: readonly string[];
  /** Classes as `school/class`. */
  values: readonly string[];
  onChange: (ids: string[]) => void;
}) {
  const [looked, setLooked] = useState<readonly string[]>([]);
  const named = schools.filter(({ id }) => looked.includes(id) || classesOf(values, id).length > 0);
  return (
    <>
      <ChoiceField
        label="班级所在的学校（不选：不限班级）"
        name="班级所在的学校"
        options={schools
          .filter((one) => !named.includes(one))
          .map(({ id, name }) => ({ value: id, label: name }))}
        value=""
        onChange={(id) => setLooked([...looked, id])}
      />
      {named.map(({ id, name }) => (
        <Classes
          key={id}
          label={`${name}的班级`}
          school={id}
          grades={grades}
          values={classesOf(values, id)}
          onChange={(ids) => onChange(withClasses(values, id, ids))}
        />
      ))}
    </>
  );
}

function Classes({
  label,
  school,
  grades,
  values,
  onChange,
}: {
  label: string;
  school: string;
  grades: readonly string[];
  values: readonly string[];
  onChange: (ids: string[]) => void;
}) {
  const answer = useAnswer(readClasses, { school_id: school });
  const { data } = answer;
  const offered = (data?.classes ?? []).filter(
    ({ id, grade_id }) => values.includes(id) || grades.length === 0 || grades.includes(grade_id),
  );
  return (
    <Field label={`${label}（不选：不限）`}>
      <SeveralChoice
        className={css["control"]}
        label={label}
        placeholder="不限"
        options={offered.map(({ id, name }) => ({ value: id, label: name }))}
        values={data === undefined ? [] : values}
        of={answer}
        onChange={onChange}
      />
    </Field>
  );
}
