import {
  CLASS_ACT_NAMES,
  CLASS_ACTS,
  CLASS_NAME_RULE_NAMES,
  CLASS_NAME_RULES,
  type ClassAct,
  type ClassNameRule,
  GRADE_NAMES,
  SCHOOL_SYSTEM_NAMES,
  SCHOOL_SYSTEMS,
  type SchoolSystem,
  type YearClass,
} from "#contract";
import { Checkbox } from "../../../web/src/ui/checkbox.tsx";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { Choice } from "../fields/choice.tsx";
import { RostersLink } from "../shell/rosters-link.tsx";
import { Card, mayEdit, type StepParts } from "./card.tsx";
import { LeftField } from "./name-field.tsx";
import { becomes, countsText, sizesText, withClass } from "./rules.ts";
import css from "./year.module.css";

/** The first step: the rules, and each class with what becomes of it. */
export function Overview({ year, view, draft }: StepParts) {
  const isOff = !mayEdit(view);
  const { rules } = draft;
  const set = (change: Partial<typeof rules>) =>
    year.edit((now) => ({ ...now, rules: { ...now.rules, ...change } }));
  const stages = view.school.stage_ids;
  const old = view.outcome.classes.filter(({ act }) => act !== "new");
  return (
    <>
      <Card title="规则">
        <div className={css["fields"]}>
          <Choice
            className={css["choice"]}
            label="学制"
            options={SCHOOL_SYSTEMS.map((value) => ({ value, label: SCHOOL_SYSTEM_NAMES[value] }))}
            value={rules.system}
            disabled={isOff}
            onChange={(value) => value !== "" && set({ system: value as SchoolSystem })}
          />
          <Choice
            className={css["choice"]}
            label="班级名称"
            options={CLASS_NAME_RULES.map((value) => ({
              value,
              label: CLASS_NAME_RULE_NAMES[value],
            }))}
            value={rules.names}
            disabled={isOff}
            onChange={(value) => value !== "" && set({ names: value as ClassNameRule })}
          />
        </div>
        {stages.includes("primary") && stages.includes("junior") ? (
          <Checkbox
            label="小学毕业年级在本校直接升入初中"
            checked={rules.continues}
            disabled={isOff}
            onChange={({ target }) => set({ continues: target.checked })}
          />
        ) : null}
      </Card>
      <Card title="每个班级">
        <p className={css["soft"]}>{countsText(view.outcome.counts)}</p>
        {old.length === 0 ? (
          <EmptyState
            role="status"
            icon="box"
            title="学校还没有班级"
            help="year"
            action={<RostersLink />}
          >
            导入名册会带来班级；也可以在“班级”里新建，或从“新生分班”开始。
          </EmptyState>
        ) : (
          <ul className={css["list"]}>
            {old.map((one) => (
              <ClassLine key={one.class_id} one={one} isOff={isOff} parts={{ year, view, draft }} />
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}

function ClassLine({ one, isOff, parts }: { one: YearClass; isOff: boolean; parts: StepParts }) {
  const { year, view, draft } = parts;
  const name = one.name ?? one.next_name;
  // what is not saved yet, or could not be, is not in the outcome
  const asked = draft.classes.find(({ class_id }) => class_id === one.class_id);
  const act = asked?.act ?? one.act;
  const set = (change: Parameters<typeof withClass>[2]) =>
    year.edit((draft) => withClass(draft, one.class_id, change));
  const targets = view.outcome.classes.filter(
    ({ class_id, next_grade_id, act }) =>
      class_id !== one.class_id && next_grade_id !== null && act !== "new",
  );
  return (
    <li className={css["row"]}>
      <div className={css["what"]}>
        <strong>{name}</strong>
        <span className={css["soft"]}>
          {GRADE_NAMES[one.grade_id ?? ""] ?? "没有写明年级"} · {sizesText(one)}
        </span>
        <span>{becomes(one, view.outcome.classes)}</span>
      </div>
      <div className={css["controls"]}>
        <Choice
          className={css["short"]}
          label={`${name}的去向`}
          options={CLASS_ACTS.map((value) => ({ value, label: CLASS_ACT_NAMES[value] }))}
          value={act === "new" ? "" : act}
          disabled={isOff}
          onChange={(value) =>
            set(({ into_class_id: _into, act: _act, ...rest }) =>
              value === "" ? rest : { ...rest, act: value as ClassAct },
            )
          }
        />
        {act === "merge" ? (
          <Choice
            className={css["short"]}
            label={`${name}并入哪个班`}
            placeholder="并入哪个班"
            options={targets.map(({ class_id, next_name }) => ({
              value: class_id,
              label: next_name,
            }))}
            value={asked?.into_class_id ?? one.into_class_id ?? ""}
            disabled={isOff}
            onChange={(value) =>
              set(({ into_class_id: _into, ...rest }) =>
                value === "" ? rest : { ...rest, into_class_id: value },
              )
            }
          />
        ) : act === "graduate" ? null : (
          <LeftField
            label={`${name}在新学年的名称`}
            value={asked?.name ?? one.next_name}
            disabled={isOff}
            onLeave={(value) =>
              set(({ name: _name, ...rest }) =>
                value.trim() === "" ? rest : { ...rest, name: value.trim() },
              )
            }
          />
        )}
      </div>
    </li>
  );
}
