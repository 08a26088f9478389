import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Change } from "#contract";
import { Refusal } from "../../http/refusal.ts";
import { requireName } from "../../http/require-name.ts";
import { classWithin } from "../../rights/scope-sql.ts";
import type { PlannedRow } from "../rules.ts";
import { type ChangeKindOf, notFound, type Planning, refuse, requireRows } from "./kind.ts";
import { requireSchool } from "./members.ts";

type Of<K extends Change["kind"]> = Extract<Change, { kind: K }>;

/** The word for the name of a class. */
export const CLASS_NAME = "班级的名称";

interface ClassRow {
  id: string;
  name: string;
  grade_id: string;
  stage_id: string;
  is_abled: boolean;
}

/** Returns classes of a school that lie in the scope; refused as absent where one of them does not. */
export async function findClasses(
  { db, scope }: Planning,
  school_id: string,
  ids: readonly string[],
): Promise<ClassRow[]> {
  const { rows } = await sql<ClassRow>`
    select k.id, k.name, k.grade_id, k.stage_id, k.is_abled from class k
    where k.school_id = ${school_id} and k.id = any (${[...ids]}::text[]) and ${classWithin(scope, "k")}`.execute(
    db,
  );
  if (rows.length < new Set(ids).size) throw new Refusal("notFound");
  return rows;
}

/** Refuses a name that another enabled class of the same school has. */
export async function requireFreeName({ db }: Planning, school_id: string, name: string, id = "") {
  const taken = await db
    .selectFrom("class")
    .select("id")
    .where("school_id", "=", school_id)
    .where("name", "=", name)
    .where("is_abled", "=", true)
    .where("id", "!=", id)
    .executeTakeFirst();
  if (taken !== undefined) refuse("name", `已经有一个班叫“${name}”了`);
}

/** Refuses to enable classes of which another, or an enabled one, has the name. */
async function requireDistinctNames(
  { db }: Planning,
  school_id: string,
  classes: readonly ClassRow[],
) {
  const names = classes.map(({ name }) => name);
  const enabled = await db
    .selectFrom("class")
    .select("name")
    .where("school_id", "=", school_id)
    .where("is_abled", "=", true)
    .where("name", "in", names)
    .execute();
  const all = [...enabled.map(({ name }) => name), ...names];
  const twice = all.find((name, at) => all.indexOf(name) < at);
  if (twice !== undefined) {
    refuse("class_ids", `会有两个班都叫“${twice}”，请先把其中一个改名`);
  }
}

export const classMake: ChangeKindOf<Of<"class-make">> = {
  right: "class.write",
  async plan(planning, { school_id, grade_id, stage_id, ...change }) {
    await requireSchool(planning, school_id);
    const name = requireName(change.name, CLASS_NAME);
    await requireFreeName(planning, school_id, name);
    const row: PlannedRow = {
      table: "class",
      key: { school_id, id: randomUUID() },
      before: null,
      after: { name, grade_id, stage_id },
      ...{ label: name, person_id: null },
    };
    return { rows: [row], act: `新建“${name}”`, sentence: `将新建班级“${name}”`, school_id };
  },
};

export const classEdit: ChangeKindOf<Of<"class-edit">> = {
  right: "class.write",
  async plan(planning, { school_id, class_id, grade_id, stage_id, ...change }) {
    const [found] = await findClasses(planning, school_id, [class_id]);
    if (found === undefined) throw new Refusal("notFound");
    const name = change.name === undefined ? found.name : requireName(change.name, CLASS_NAME);
    const wanted = {
      name,
      grade_id: grade_id ?? found.grade_id,
      stage_id: stage_id ?? found.stage_id,
    };
    const differs = (["name", "grade_id", "stage_id"] as const).filter(
      (column) => wanted[column] !== found[column],
    );
    const pick = (from: Record<string, unknown>) =>
      Object.fromEntries(differs.map((column) => [column, from[column]]));
    const row: PlannedRow = {
      table: "class",
      key: { school_id, id: class_id },
      before: pick({ ...found }),
      after: pick(wanted),
      ...{ label: found.name, person_id: null },
    };
    requireRows(differs.length === 0 ? [] : [row]);
    if (differs.includes("name")) await requireFreeName(planning, school_id, name, class_id);
    const act = differs.includes("name") ? `把“${found.name}”改名为“${name}”` : `修改“${name}”`;
    return { rows: [row], act, sentence: `将${act}`, school_id };
  },
};

export const classState: ChangeKindOf<Of<"class-state">> = {
  right: "class.write",
  async plan(planning, { school_id, class_ids, is_abled }) {
    const found = await findClasses(planning, school_id, class_ids);
    const classes = found.filter((one) => one.is_abled !== is_abled);
    const rows = classes.map(({ id, name }): PlannedRow => ({
      table: "class",
      key: { school_id, id },
      before: { is_abled: !is_abled },
      after: { is_abled },
      ...{ label: name, person_id: null },
    }));
    requireRows(rows);
    if (is_abled) await requireDistinctNames(planning, school_id, classes);
    const pupils = await countPupils(
      planning,
      school_id,
      classes.map(({ id }) => id),
    );
    const [only] = classes;
    const what = classes.length === 1 ? `“${only?.name ?? ""}”` : ` ${classes.length} 个班级`;
    const act = `${is_abled ? "重新启用" : "归档"}${what}`;
    return {
      ...{ rows, act, school_id },
      sentence: pupils === 0 ? `将${act}` : `将${act}，里面有 ${pupils} 位学生`,
    };
  },
};

async function countPupils({ db }: Planning, school_id: string, ids: readonly string[]) {
  const { count } = await db
    .selectFrom("class_student")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("school_id", "=", school_id)
    .where("class_id", "in", [...ids])
    .executeTakeFirstOrThrow();
  return count;
}

interface Placed {
  user_id: string;
  name: string;
  source: string | null;
  class_id: string | null;
}

export const classPlace: ChangeKindOf<Of<"class-place">> = {
  right: "class.write",
  async plan(planning, { school_id, user_ids, from_class_id, to_class_id }) {
    const { db } = planning;
    const ids = [from_class_id, to_class_id].filter((id) => id !== undefined);
    if (ids.length === 0) refuse("to_class_id", "请选一个班级");
    const classes = await findClasses(planning, school_id, ids);
    const nameOf = (id: string) => classes.find((one) => one.id === id)?.name ?? "";
    // a pupil of the school, in the class left or, where none is, in no matter which
    const { rows: found } = await sql<Placed & { is_there: boolean }>`
      select m.user_id, u.name, cs.source, cs.class_id,
        exists (select from class_student t where t.school_id = m.school_id and t.user_id = m.user_id
          and t.class_id = ${to_class_id ?? null}) as is_there
      from membership m join "user" u on u.id = m.user_id
      left join class_student cs on cs.school_id = m.school_id and cs.user_id = m.user_id
        and cs.class_id = ${from_class_id ?? null}
      where m.school_id = ${school_id} and m.identity = 'student' and m.user_id = any (${user_ids}::text[])
        and (${from_class_id ?? null}::text is null or cs.class_id is not null)
      order by u.name, m.user_id`.execute(db);
    if (found.length === 0) throw new Refusal("notFound");
    // all that leave before all that come: rows alike are written in one statement
    const leaving = found.flatMap(({ user_id, name, source, class_id }): PlannedRow[] => {
      if (class_id === null || class_id === to_class_id) return [];
      return [
        {
          ...{ table: "class_student", key: { school_id, class_id, user_id } },
          ...{ before: { source }, after: null, words: { [class_id]: nameOf(class_id) } },
          ...{ label: name, person_id: user_id },
        },
      ];
    });
    const coming = found.flatMap(({ user_id, name, is_there }): PlannedRow[] => {
      if (to_class_id === undefined || is_there) return [];
      return [
        {
          ...{ table: "class_student", key: { school_id, class_id: to_class_id, user_id } },
          ...{
            before: null,
            after: { source: null },
            words: { [to_class_id]: nameOf(to_class_id) },
          },
          ...{ label: name, person_id: user_id },
        },
      ];
    });
    const rows = [...leaving, ...coming];
    requireRows(rows);
    const people = `${new Set(rows.map(({ person_id }) => person_id)).size} 位学生`;
    const from = from_class_id === undefined ? "" : `从“${nameOf(from_class_id)}”`;
    const act =
      to_class_id === undefined
        ? `把 ${people}移出“${nameOf(from_class_id ?? "")}”`
        : `把 ${people}${from}编入“${nameOf(to_class_id)}”`;
    return {
      ...{ rows, act, school_id, unmatched: notFound(user_ids, found) },
      sentence: `将${act}`,
    };
  },
};

export const classMerge: ChangeKindOf<Of<"class-merge">> = {
  right: "class.write",
  async plan(planning, { school_id, from_class_ids, into_class_id }) {
    const { db } = planning;
    if (from_class_ids.includes(into_class_id)) refuse("into_class_id", "不能并入它自己");
    const classes = await findClasses(planning, school_id, [...from_class_ids, into_class_id]);
    const words = Object.fromEntries(classes.map(({ id, name }) => [id, name]));
    const { rows: pupils } = await sql<Placed & { is_there: boolean }>`
      select cs.user_id, u.name, cs.source, cs.class_id,
        exists (select from class_student t where t.school_id = cs.school_id and t.user_id = cs.user_id
          and t.class_id = ${into_class_id}) as is_there
      from class_student cs join "user" u on u.id = cs.user_id
      where cs.school_id = ${school_id} and cs.class_id = any (${from_class_ids}::text[])
      order by u.name, cs.user_id, cs.class_id`.execute(db);
    const of = ({ user_id, name }: Placed) =>
      ({ table: "class_student", label: name, person_id: user_id, words }) as const;
    const seen = new Set<string>();
    const leaving = pupils.map((one): PlannedRow => ({
      ...of(one),
      key: { school_id, class_id: one.class_id ?? "", user_id: one.user_id },
      ...{ before: { source: one.source }, after: null },
    }));
    const coming = pupils.flatMap((one): PlannedRow[] => {
      const isNew = !one.is_there && !seen.has(one.user_id);
      seen.add(one.user_id);
      const key = { school_id, class_id: into_class_id, user_id: one.user_id };
      return isNew ? [{ ...of(one), key, before: null, after: { source: null } }] : [];
    });
    const rows = [...leaving, ...coming];
    for (const { id, name, is_abled } of classes) {
      if (id === into_class_id || !is_abled) continue;
      const key = { school_id, id };
      const archived = { before: { is_abled: true }, after: { is_abled: false } };
      rows.push({ table: "class", key, ...archived, label: name, person_id: null });
    }
    requireRows(rows);
    const names = from_class_ids.map((id) => `“${words[id] ?? ""}”`).join("、");
    const act = `把${names}并入“${words[into_class_id] ?? ""}”`;
    return { rows, act, school_id, sentence: `将${act}，${seen.size} 位学生随之转入` };
  },
};
