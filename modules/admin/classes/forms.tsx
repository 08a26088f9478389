import { useState } from "react";
import { GRADE_NAMES, STAGES, type AdministeredClass } from "#contract";
import { TextField } from "../../../web/src/ui/text-field.tsx";
import css from "../change/change.module.css";
import { ChoiceField, PlanForm } from "../change/plan-form.tsx";
import { usePlanning } from "../change/planning.ts";

const NAME_MAX = 40;
type StageId = (typeof STAGES)[number]["id"];

/** The options of grades, each named with its stage. */
const GRADE_OPTIONS = STAGES.flatMap(({ name, grades }) =>
  grades.map((id: string) => ({ value: id, label: `${GRADE_NAMES[id] ?? id}（${name}）` })),
);

function stageOf(grade: string): StageId {
  const stage = STAGES.find(({ grades }) => (grades as readonly string[]).includes(grade));
  return stage?.id ?? "primary";
}

interface Named {
  name: string;
  grade: string;
}

function NameAndGrade({ value, onChange }: { value: Named; onChange: (value: Named) => void }) {
  const { faultAt } = usePlanning();
  return (
    <>
      <TextField
        label="班级名称"
        value={value.name}
        maxLength={NAME_MAX}
        autoComplete="off"
        hint="如：三年级（2）班"
        error={faultAt("name")}
        onChange={({ target }) => onChange({ ...value, name: target.value })}
      />
      <ChoiceField
        label="年级"
        options={GRADE_OPTIONS}
        value={value.grade}
        onChange={(grade) => onChange({ ...value, grade })}
      />
    </>
  );
}

export function MakeClass({ school }: { school: string }) {
  const { plan } = usePlanning();
  const [value, setValue] = useState<Named>({ name: "", grade: "" });
  return (
    <PlanForm
      label="新建班级"
      fields={["name"]}
      onReady={() => {
        const name = value.name.trim();
        if (name === "") return "请填写班级名称";
        if (value.grade === "") return "请选择年级";
        const grade = { grade_id: value.grade, stage_id: stageOf(value.grade) };
        return plan({ kind: "class-make", school_id: school, name, ...grade } as never);
      }}
    >
      <NameAndGrade value={value} onChange={setValue} />
    </PlanForm>
  );
}

/** Form for renaming a class, or moving it to another grade: whatever differs from what it was opened with. */
export function EditClass(given: { room: AdministeredClass }) {
  const { plan } = usePlanning();
  const [room] = useState(given.room);
  const known = { name: room.name, grade: room.grade_id };
  const [value, setValue] = useState<Named>(known);
  return (
    <PlanForm
      label="改名或换年级"
      fields={["name"]}
      onReady={() => {
        const name = value.name.trim();
        if (name === "") return "请填写班级名称";
        if (value.grade === "") return "请选择年级";
        if (name === known.name && value.grade === known.grade) return "还没有修改什么";
        const { school_id, id: class_id } = room;
        const grade =
          value.grade === known.grade
            ? {}
            : { grade_id: value.grade, stage_id: stageOf(value.grade) };
        const renamed = name === known.name ? {} : { name };
        return plan({ kind: "class-edit", school_id, class_id, ...renamed, ...grade } as never);
      }}
    >
      <NameAndGrade value={value} onChange={setValue} />
      {room.is_roster_owned ? (
        <p className={css["note"]}>这个班级来自名册：下次导入时会按名册改回。</p>
      ) : null}
    </PlanForm>
  );
}

/** Asks which of several classes takes the pupils of the others. */
export function MergeClasses({
  school,
  classes,
}: {
  school: string;
  classes: readonly AdministeredClass[];
}) {
  const { plan } = usePlanning();
  const [into, setInto] = useState("");
  const others = classes.filter(({ id }) => id !== into);
  return (
    <PlanForm
      label="合并班级"
      onReady={() => {
        if (into === "") return "请选择合并到哪个班级";
        const from_class_ids = others.map(({ id }) => id);
        return plan({
          kind: "class-merge",
          school_id: school,
          from_class_ids,
          into_class_id: into,
        });
      }}
    >
      <ChoiceField
        label="合并到"
        name="合并到哪个班级"
        options={classes.map(({ id, name }) => ({ value: id, label: name }))}
        value={into}
        onChange={setInto}
      />
      {into === "" ? null : (
        <p className={css["note"]}>
          {others.map(({ name }) => name).join("、")}
          的学生会到这个班级，原来的班级归档；任课和班主任照这个班级的，不随之转入。
        </p>
      )}
    </PlanForm>
  );
}
