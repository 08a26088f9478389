import { useEffect, useRef, useState } from "react";
import {
  GRADE_NAMES,
  GRADES,
  IDENTITY_NAMES,
  NOTICE_IDENTITIES,
  type NoticeAudience,
  type Organisation,
  readClasses,
  readGroups,
} from "#contract";
import { Choice as Keys } from "../../../web/src/ui/choice.tsx";
import { useAnswer } from "../../kit/use-answer.ts";
import css from "../change/change.module.css";
import { ChoiceField, Field } from "../change/plan-form.tsx";
import { DistrictClasses } from "../groups/rule-fields.tsx";
import { Checks } from "../fields/checks.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { SeveralChoice } from "../fields/several-choice.tsx";

interface Parts {
  place: Organisation;
  audience: NoticeAudience;
  onChange: (audience: NoticeAudience) => void;
}

/** Fields for whom a notice is written to: by identity, grade and class, or to a group. */
export function AudienceFields({ place, audience, onChange }: Parts) {
  const [byGroup, setByGroup] = useState(audience.group_id !== undefined);
  const whole = { identities: ["parent" as const], grade_ids: [], class_ids: [] };
  return (
    <>
      {place.is_whole ? (
        <div>
          <Keys
            name="写给谁"
            options={[
              ["rule", "按身份、年级、班级"],
              ["group", "一个群组"],
            ]}
            value={byGroup ? "group" : "rule"}
            onChoose={(chosen) => {
              setByGroup(chosen === "group");
              onChange(chosen === "group" ? { ...whole, identities: [] } : whole);
            }}
          />
        </div>
      ) : null}
      {byGroup ? (
        <Groups place={place} audience={audience} onChange={onChange} />
      ) : (
        <ByRule place={place} audience={audience} onChange={onChange} />
      )}
    </>
  );
}

function Groups({ place, audience, onChange }: Parts) {
  const answer = useAnswer(readGroups, { school_id: place.id });
  const { data } = answer;
  const groups = data?.groups ?? [];
  return (
    <>
      <ChoiceField
        label="群组"
        options={groups.map(({ id, name, people }) => ({
          value: id,
          label: `${name}（${people} 人）`,
        }))}
        value={audience.group_id ?? ""}
        of={answer}
        onChange={(group_id) => {
          const { group_id: _before, ...rest } = audience;
          onChange(group_id === "" ? rest : { ...rest, group_id });
        }}
      />
      {data !== undefined && groups.length === 0 ? (
        <p className={css["note"]}>这里还没有群组。群组在“人员”的“群组”里新建。</p>
      ) : null}
    </>
  );
}

function ByRule({ place, audience, onChange }: Parts) {
  const { organisations } = usePlace();
  const change = (to: Partial<NoticeAudience>) => onChange({ ...audience, ...to });
  return (
    <>
      <Field label={place.is_whole ? "身份" : "写给谁"}>
        <Checks
          options={NOTICE_IDENTITIES.filter((one) => place.is_whole || one !== "manager").map(
            (one) => [one, IDENTITY_NAMES[one]],
          )}
          values={audience.identities}
          onChange={(identities) => change({ identities })}
        />
      </Field>
      {place.kind === "school" ? (
        <SchoolFields place={place} audience={audience} onChange={onChange} />
      ) : (
        <>
          <Field label="年级（不选：不限）">
            <SeveralChoice
              className={css["control"]}
              label="年级"
              placeholder="不限"
              options={GRADES.map(({ id, name }) => ({ value: id, label: name }))}
              values={audience.grade_ids}
              onChange={(grade_ids) => change({ grade_ids })}
            />
          </Field>
          <DistrictClasses
            schools={organisations.filter(({ parent_id }) => parent_id === place.id)}
            grades={audience.grade_ids}
            values={audience.class_ids}
            onChange={(class_ids) => change({ class_ids })}
          />
        </>
      )}
    </>
  );
}

/** Grades of a school by one press each, and classes; whoever has classes only begins with all of them. */
function SchoolFields({ place, audience, onChange }: Parts) {
  const answer = useAnswer(readClasses, { school_id: place.id });
  const { data } = answer;
  const classes = data?.classes ?? [];
  const { grade_ids, class_ids } = audience;
  const grades = GRADES.filter(({ id }) => classes.some(({ grade_id }) => grade_id === id));
  const begun = useRef(false);
  useEffect(() => {
    if (data === undefined || place.is_whole || begun.current) return;
    begun.current = true;
    // a notice that was begun earlier keeps those that were chosen
    if (audience.class_ids.length > 0) return;
    onChange({ ...audience, class_ids: data.classes.map(({ id }) => id) });
  }, [data, place, audience, onChange]);
  const gradeOf = new Map<string, string>(classes.map(({ id, grade_id }) => [id, grade_id]));
  const offered = classes.filter(
    ({ grade_id }) => grade_ids.length === 0 || grade_ids.some((id) => id === grade_id),
  );
  return (
    <>
      {place.is_whole ? (
        <Field label="年级（不选：不限）">
          <Checks
            options={grades.map(({ id }) => [id, GRADE_NAMES[id] ?? id])}
            values={grade_ids}
            onChange={(chosen) =>
              onChange({
                ...audience,
                grade_ids: chosen,
                class_ids: class_ids.filter(
                  (id) => chosen.length === 0 || chosen.some((one) => one === gradeOf.get(id)),
                ),
              })
            }
          />
        </Field>
      ) : null}
      <Field label={place.is_whole ? "班级（不选：不限）" : "班级"}>
        <SeveralChoice
          className={css["control"]}
          label="班级"
          placeholder={place.is_whole ? "不限" : "请选择班级"}
          options={offered.map(({ id, name }) => ({ value: id, label: name }))}
          values={data === undefined ? [] : class_ids}
          of={answer}
          onChange={(chosen) => onChange({ ...audience, class_ids: chosen })}
        />
      </Field>
    </>
  );
}
