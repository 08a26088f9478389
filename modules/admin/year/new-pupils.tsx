import { useState } from "react";
import { drawYear, type NewClass, type YearPupil } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { TextField } from "../../../web/src/ui/text-field.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { Refused, useAct } from "../../kit/use-act.ts";
import { hrefOf } from "../shell/address.ts";
import { Choice } from "../fields/choice.tsx";
import { typedNumber } from "../fields/field-number.ts";
import { Board } from "./board.tsx";
import { Card, mayEdit, type StepParts } from "./card.tsx";
import { DrawRecord } from "./draw-record.tsx";
import { LeftField } from "./name-field.tsx";
import { entryGrades, withNewClasses } from "./rules.ts";
import css from "./year.module.css";

const MAX_CLASSES = 40;

/** The third step: new classes, the draw of first-years, and moving them between classes by drag or by choice. */
export function NewPupils({ year, view, draft }: StepParts) {
  const grades = entryGrades(view);
  const [chosen, setChosen] = useState(grades[0]?.grade_id ?? "1");
  const grade = grades.find(({ grade_id }) => grade_id === chosen) ?? grades[0];
  const waiting = view.pupils_shown.filter(({ class_name }) => class_name === null);
  const isOff = !mayEdit(view);
  if (grade === undefined) {
    return (
      <EmptyState
        role="status"
        icon="box"
        title="学校没有写明学段"
        action={<a href={hrefOf(["schools", view.school.id])}>选学段</a>}
      >
        请先在“学校”里选好学段，再给新生分班。
      </EmptyState>
    );
  }
  const made = draft.new_classes.filter(({ grade_id }) => grade_id === grade.grade_id);
  return (
    <>
      <Card title="新班级">
        {grades.length > 1 ? (
          <div className={css["fields"]}>
            <Choice
              className={css["choice"]}
              label="年级"
              options={grades.map(({ grade_id, name }) => ({ value: grade_id, label: name }))}
              value={grade.grade_id}
              onChange={(value) => value !== "" && setChosen(value as typeof chosen)}
            />
          </div>
        ) : null}
        <div className={css["fields"]}>
          <ClassCount
            key={grade.grade_id}
            label={`${grade.name}新班级的个数`}
            count={made.length}
            disabled={isOff}
            onChange={(count) => {
              const present = view.outcome.classes.flatMap(({ name }) => name ?? []);
              year.edit((now) => withNewClasses(now, grade, count, present));
            }}
          />
        </div>
        {made.length === 0 ? null : (
          <div className={css["fields"]}>
            {made.map((one, index) => (
              <LeftField
                key={one.class_id}
                label={`第 ${index + 1} 个新班级的名称`}
                value={one.name}
                disabled={isOff}
                onLeave={(name) =>
                  name.trim() !== "" &&
                  year.edit((now) => ({
                    ...now,
                    new_classes: now.new_classes.map((it) =>
                      it.class_id === one.class_id ? { ...it, name: name.trim() } : it,
                    ),
                  }))
                }
              />
            ))}
          </div>
        )}
      </Card>
      {waiting.length === 0 ? (
        <Card title="新生">
          <EmptyState role="status" icon="box" title="没有等待编班的学生" help="year">
            新生先用名册导入，或在“人员”里新建；还不在任何班级的学生会出现在这里。
          </EmptyState>
        </Card>
      ) : (
        <>
          <Draw
            grade_id={grade.grade_id}
            hasClasses={made.length > 0}
            waiting={waiting}
            parts={{ year, view, draft }}
          />
          <Card title="分班结果">
            <Board grade_id={grade.grade_id} pupils={waiting} parts={{ year, view, draft }} />
          </Card>
        </>
      )}
    </>
  );
}

function Draw({
  grade_id,
  hasClasses,
  waiting,
  parts: { year, view, draft },
}: {
  grade_id: NewClass["grade_id"];
  hasClasses: boolean;
  waiting: readonly YearPupil[];
  parts: StepParts;
}) {
  const { send } = useModule();
  const [seed, setSeed] = useState(view.draw?.seed ?? "");
  const { busy, fault, act, lackAt } = useAct();
  const start = () =>
    act(async () => {
      if (!hasClasses) throw new Refused("请先填新班级的个数");
      if (seed.trim() === "") throw new Refused("请填写抽签种子", "seed");
      if (!(await year.settled())) return;
      const input = { school_id: view.school.id, version: year.version(), year: draft.rules.year };
      year.take(await send(drawYear, { ...input, grade_id, seed: seed.trim() }));
    });
  return (
    <Card title="抽签分班">
      <p className={css["soft"]}>
        男生、女生分别按抽签的顺序轮流进入各班，人数和男女都均匀。同样的种子和名单，谁来抽都是同样的结果，可以当众抽。
      </p>
      <form
        noValidate
        aria-label="抽签分班"
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <TextField
          label="抽签种子"
          hint="当众定下的一句话或一串数字"
          value={seed}
          error={lackAt("seed")}
          maxLength={100}
          disabled={!mayEdit(view)}
          onChange={({ target }) => setSeed(target.value)}
        />
        <p className={css["fault"]} role="alert">
          {fault ?? ""}
        </p>
        {mayEdit(view) ? (
          <Button type="submit" look="primary" busy={busy}>
            {view.draw === null ? `抽签，给 ${waiting.length} 位新生分班` : "重新抽签"}
          </Button>
        ) : null}
      </form>
      {view.draw === null ? null : <DrawRecord draw={view.draw} pupils={waiting} view={view} />}
    </Card>
  );
}

/** The number of a grade's new classes, told when one leaves it; what is no such number stays there. */
function ClassCount({
  label,
  count,
  disabled,
  onChange,
}: {
  label: string;
  count: number;
  disabled: boolean;
  onChange: (count: number) => void;
}) {
  const [typed, setTyped] = useState<string>();
  const wanted = typed === undefined ? count : typedNumber(typed, 0, MAX_CLASSES);
  const leave = () => {
    if (wanted === undefined) return;
    if (wanted !== count) onChange(wanted);
    setTyped(undefined);
  };
  return (
    <TextField
      className={css["number"]}
      label={label}
      inputMode="numeric"
      autoComplete="off"
      maxLength={4}
      value={typed ?? String(count)}
      disabled={disabled}
      hint={`最多 ${MAX_CLASSES} 个`}
      error={wanted === undefined ? `请填 0 到 ${MAX_CLASSES} 之间的个数` : undefined}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={leave}
      onKeyDown={({ key }) => {
        if (key === "Enter") leave();
      }}
    />
  );
}
