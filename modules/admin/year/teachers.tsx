import { useState } from "react";
import type { YearClass } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { Checkbox } from "../../../web/src/ui/checkbox.tsx";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { PersonPicker, type PickedPerson } from "../fields/person-picker.tsx";
import { Card, mayEdit, type StepParts } from "./card.tsx";
import { withClass } from "./rules.ts";
import css from "./year.module.css";

/** The fourth step: head-teachers and teachers go along with their class, or others are chosen. */
export function Teachers({ year, view, draft }: StepParts) {
  const classes = view.outcome.classes.filter(({ next_grade_id }) => next_grade_id !== null);
  const without = classes.filter(({ heads }) => heads.length === 0).length;
  if (classes.length === 0) {
    return (
      <EmptyState role="status" icon="box" title="新学年还没有班级">
        先在“新生分班”里新建班级。
      </EmptyState>
    );
  }
  return (
    <Card title="老师与班主任">
      <p className={css["soft"]}>
        老师随班级走，除非另选。每科由谁来教，可以在生效之后到“班级”的任课表里改。
        {without === 0 ? "" : `有 ${without} 个班还没有班主任。`}
      </p>
      <ul className={css["list"]}>
        {classes.map((one) => (
          <Line key={one.class_id} one={one} parts={{ year, view, draft }} />
        ))}
      </ul>
    </Card>
  );
}

function Line({ one, parts: { year, view, draft } }: { one: YearClass; parts: StepParts }) {
  const isOff = !mayEdit(view);
  const isNew = one.act === "new";
  const { class_id, next_name, heads } = one;
  const decision = draft.classes.find((it) => it.class_id === class_id);
  const isChanged = isNew ? heads.length > 0 : decision?.head_user_id !== undefined;
  const [picked, setPicked] = useState<PickedPerson | null>(null);
  const setHead = (id: string | null | undefined) =>
    year.edit((now) =>
      isNew
        ? {
            ...now,
            new_classes: now.new_classes.map(({ head_user_id: _old, ...it }) =>
              it.class_id === class_id && id != null
                ? { ...it, head_user_id: id }
                : it.class_id === class_id
                  ? it
                  : { ...it, ...(_old !== undefined && { head_user_id: _old }) },
            ),
          }
        : withClass(now, class_id, ({ head_user_id: _old, ...rest }) =>
            id === undefined ? rest : { ...rest, head_user_id: id },
          ),
    );
  return (
    <li className={css["row"]}>
      <div className={css["what"]}>
        <strong>{next_name}</strong>
        <span className={css["soft"]}>
          {isNew ? "新班级" : `原${one.name ?? ""}`} · {one.teachers} 位老师
        </span>
        <span>
          班主任：{heads.length === 0 ? "还没有" : heads.map(({ name }) => name).join("、")}
          {isChanged ? "（新选）" : ""}
        </span>
      </div>
      {isOff ? null : (
        <div className={css["controls"]}>
          <PersonPicker
            label={`${next_name}的班主任`}
            className={css["short"]}
            // which of two teachers of one name was chosen
            value={heads.some(({ id }) => id === picked?.id) ? picked : null}
            school={view.school.id}
            identity="teacher"
            onChange={(person) => {
              setPicked(person);
              if (person !== null) setHead(person.id);
            }}
          />
          {isChanged ? (
            <Button look="quiet" onClick={() => setHead(undefined)}>
              {isNew ? "不选" : "还是原来的"}
            </Button>
          ) : null}
          {isNew ? null : (
            <Checkbox
              label="任课老师不随班"
              checked={decision?.clears_teachers === true}
              onChange={({ target }) =>
                year.edit((now) =>
                  withClass(now, class_id, ({ clears_teachers: _old, ...rest }) =>
                    target.checked ? { ...rest, clears_teachers: true } : rest,
                  ),
                )
              }
            />
          )}
        </div>
      )}
    </li>
  );
}
