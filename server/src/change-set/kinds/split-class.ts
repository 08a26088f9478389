import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Change } from "#contract";
import type { Queryable } from "../../database/database.ts";
import { Refusal } from "../../http/refusal.ts";
import { requireName } from "../../http/require-name.ts";
import type { PlannedRow } from "../rules.ts";
import { CLASS_NAME, findClasses, requireFreeName } from "./classes.ts";
import { type ChangeKindOf, notFound, refuse } from "./kind.ts";
import { requireHeadsGivable } from "./teaching.ts";
import { PRESENT_PUPILS } from "../../rights/scope-sql.ts";

/** Plans a new class of the same grade with some of a class's pupils (AD-09); the others stay, as do its teachers and who has left. */
export const classSplit: ChangeKindOf<Extract<Change, { kind: "class-split" }>> = {
  right: "class.write",
  async plan(planning, { school_id, class_id, user_ids, head_user_id, ...change }) {
    const { db } = planning;
    const [found] = await findClasses(planning, school_id, [class_id]);
    if (found === undefined) throw new Refusal("notFound");
    if (!found.is_abled) refuse("class_id", "这个班级已归档，请先恢复");
    const name = requireName(change.name, CLASS_NAME);
    await requireFreeName(planning, school_id, name);
    const { rows: pupils } = await sql<{ user_id: string; name: string; source: string | null }>`
      select cs.user_id, u.name, cs.source from ${PRESENT_PUPILS} join "user" u on u.id = cs.user_id
      where cs.school_id = ${school_id} and cs.class_id = ${class_id}
      order by u.name, cs.user_id`.execute(db);
    const chosen = new Set(user_ids);
    const going = pupils.filter(({ user_id }) => chosen.has(user_id));
    if (going.length === 0) throw new Refusal("notFound");
    if (going.length === pupils.length) refuse("user_ids", "请至少留一位学生在原来的班级");
    const id = await newClassId(db, [school_id, class_id, name]);
    const words = { [class_id]: found.name, [id]: name };
    const { grade_id, stage_id } = found;
    const of = (one: { user_id: string; name: string }, into: string) =>
      ({
        table: "class_student",
        key: { school_id, class_id: into, user_id: one.user_id },
        ...{ label: one.name, words, person_id: one.user_id },
      }) as const;
    const rows: PlannedRow[] = [
      {
        table: "class",
        key: { school_id, id },
        ...{ before: null, after: { name, grade_id, stage_id } },
        ...{ label: name, person_id: null },
      },
      ...going.map((one) => ({
        ...of(one, class_id),
        ...{ before: { source: one.source }, after: null },
      })),
      ...going.map((one) => ({ ...of(one, id), before: null, after: { source: null } })),
    ];
    let headed = "";
    if (head_user_id !== undefined) {
      const head = { user_id: head_user_id, subject_id: "", is_head: true };
      const { rows: staff } = await sql<{ name: string }>`
        select u.name from membership m join "user" u on u.id = m.user_id
        where m.school_id = ${school_id} and m.user_id = ${head_user_id} and m.is_abled
          and m.identity in ('teacher', 'manager')`.execute(db);
      const [teacher] = staff;
      if (teacher === undefined) throw new Refusal("notFound");
      requireHeadsGivable(planning, { school_id, class_id: id }, [], [head]);
      rows.push({
        table: "class_teacher",
        key: { school_id, class_id: id, user_id: head_user_id, subject_id: "" },
        ...{ before: null, after: { is_head: true, source: null } },
        ...{ label: teacher.name, words, person_id: head_user_id },
      });
      headed = `，班主任是${teacher.name}`;
    }
    const act = `从“${found.name}”拆出“${name}”`;
    return {
      ...{ rows, act, school_id, unmatched: notFound(user_ids, going) },
      sentence: `将${act}：${going.length} 位学生过去，${pupils.length - going.length} 位留下${headed}`,
    };
  },
};

/** Returns the same free id for the same split, so that a plan that is made again can be compared with the first (CS-02). */
async function newClassId(db: Queryable, of: readonly string[]): Promise<string> {
  for (let turn = 0; ; turn += 1) {
    const id = createHash("sha256")
      .update(JSON.stringify([...of, turn]))
      .digest("hex")
      .slice(0, 32);
    const taken = await db.selectFrom("class").select("id").where("id", "=", id).executeTakeFirst();
    if (taken === undefined) return id;
  }
}
