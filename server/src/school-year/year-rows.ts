import type { ClassAfter } from "./classes.ts";
import type { YearSchool } from "./plan.ts";
import type { PupilAfter } from "./pupils.ts";
import type { TeacherBefore, TeachersAfter } from "./teachers.ts";

/** Rows of a turn, as a change set writes them. Pure. */

export interface YearRow {
  table: "class" | "class_student" | "class_teacher" | "membership";
  key: Readonly<Record<string, string>>;
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
  label: string;
  words?: Readonly<Record<string, string>>;
  person_id: string | null;
}

/** Returns the rows: rows alike behind each other, since they are written in one statement. */
export function rowsOf(
  { school_id }: YearSchool,
  {
    classes,
    pupils,
    teachers,
  }: {
    classes: readonly ClassAfter[];
    pupils: readonly PupilAfter[];
    teachers: readonly TeachersAfter[];
  },
): YearRow[] {
  const words = Object.fromEntries(
    classes.map(({ class_id, before, name }) => [class_id, before?.name ?? name]),
  );
  const said = (class_id: string) => ({ words: { [class_id]: words[class_id] ?? "" } });
  const made = classes.flatMap(({ before, class_id, after }): YearRow[] =>
    before === null && after !== null
      ? [
          {
            ...{ table: "class", key: { school_id, id: class_id }, before: null },
            ...{ after: { ...pick(after) }, label: after.name, person_id: null },
          },
        ]
      : [],
  );
  const changed = classes.flatMap((one) => changedClass(school_id, one));
  const placed = (place: { pupil: PupilAfter["pupil"]; class_id: string }) => ({
    ...{ table: "class_student" as const, label: place.pupil.name, person_id: place.pupil.user_id },
    key: { school_id, class_id: place.class_id, user_id: place.pupil.user_id },
    ...said(place.class_id),
  });
  const leaving = pupils.flatMap(({ pupil, to }): YearRow[] =>
    pupil.classes
      .filter(({ class_id }) => !to.includes(class_id))
      .map(({ class_id, source }) => ({
        ...placed({ pupil, class_id }),
        ...{ before: { source }, after: null },
      })),
  );
  const coming = pupils.flatMap(({ pupil, to }): YearRow[] =>
    to
      .filter((id) => !pupil.classes.some(({ class_id }) => class_id === id))
      .map((class_id) => ({
        ...placed({ pupil, class_id }),
        before: null,
        after: { source: null },
      })),
  );
  const ended = pupils.flatMap(({ pupil: { user_id, name }, outcome }): YearRow[] =>
    outcome === "graduate"
      ? [
          {
            ...{ table: "membership", key: { school_id, user_id, identity: "student" } },
            ...{ before: { is_abled: true }, after: { is_abled: false } },
            ...{ label: `${name}（学生）`, person_id: user_id },
          },
        ]
      : [],
  );
  const taught = teachers.flatMap((one) => teacherRows(school_id, one, said(one.class_id)));
  const byAct = (act: (row: YearRow) => boolean) => taught.filter(act);
  return [
    ...made,
    ...changed,
    ...leaving,
    ...coming,
    ...byAct(({ after }) => after === null),
    ...byAct(({ before, after }) => before !== null && after !== null),
    ...byAct(({ before }) => before === null),
    ...ended,
  ];
}

function pick({ name, grade_id, stage_id }: { name: string; grade_id: string; stage_id: string }) {
  return { name, grade_id, stage_id };
}

function changedClass(school_id: string, { class_id, before, after, name }: ClassAfter): YearRow[] {
  if (before === null) return [];
  const was: Record<string, unknown> = { ...pick(before), is_abled: true };
  const is: Record<string, unknown> =
    after === null
      ? { ...pick(before), name, is_abled: false }
      : { ...pick(after), is_abled: true };
  const differs = Object.keys(was).filter((column) => was[column] !== is[column]);
  if (differs.length === 0) return [];
  const only = (values: Record<string, unknown>) =>
    Object.fromEntries(differs.map((column) => [column, values[column]]));
  return [
    {
      ...{ table: "class", key: { school_id, id: class_id }, before: only(was), after: only(is) },
      ...{ label: before.name, person_id: null },
    },
  ];
}

function teacherRows(
  school_id: string,
  { class_id, before, after }: TeachersAfter,
  said: Pick<YearRow, "words">,
): YearRow[] {
  const isSame = (a: TeacherBefore) => (b: TeacherBefore) =>
    a.user_id === b.user_id && a.subject_id === b.subject_id;
  const row = (
    { user_id, subject_id, name }: TeacherBefore,
    values: Pick<YearRow, "before" | "after">,
  ): YearRow => ({
    ...{ table: "class_teacher", key: { school_id, class_id, user_id, subject_id } },
    ...{ ...values, label: name, person_id: user_id, ...said },
  });
  const full = ({ is_head, source }: TeacherBefore) => ({ is_head, source });
  const old = before.flatMap((one): YearRow[] => {
    const next = after.find(isSame(one));
    if (next === undefined) return [row(one, { before: full(one), after: null })];
    if (next.is_head === one.is_head) return [];
    const change = { before: { is_head: one.is_head }, after: { is_head: next.is_head } };
    return [row(one, change)];
  });
  const made = after
    .filter((one) => !before.some(isSame(one)))
    .map((one) => row(one, { before: null, after: full(one) }));
  return [...old, ...made];
}
