import { sql } from "kysely";
import type { Change } from "#contract";
import { Refusal } from "../../http/refusal.ts";
import { schoolWithin } from "../../rights/scope-sql.ts";
import { guardsOf, planOf } from "../../school-year/api.ts";
import type { PlannedRow } from "../rules.ts";
import { type ChangeKindOf, requireRows } from "./kind.ts";
import { requireHeadsGivable } from "./teaching.ts";
import { daysAfter } from "../../platform/days.ts";

/** Plans the turn of a school year: what its draft decides about the school as it is now (YR-01…03). */
export const schoolYear: ChangeKindOf<Extract<Change, { kind: "school-year" }>> = {
  right: "year.plan",
  async plan(planning, { school_id, plan_id }) {
    const { db, scope } = planning;
    const { rows: schools } = await sql<{ stage_ids: string[] }>`
      select s.stage_ids from school s
      where s.id = ${school_id} and s.kind = 'school' and ${schoolWithin(scope, sql.ref("s.id"))}`.execute(
      db,
    );
    const [school] = schools;
    if (school === undefined) throw new Refusal("notFound");
    const found = await planOf(db, { school_id, plan_id, stage_ids: school.stage_ids });
    if (found === undefined) throw new Refusal("notFound");
    const { plan, planned } = found;
    const fault = planned.problems.find(({ blocks }) => blocks);
    if (fault !== undefined) {
      throw new Refusal("conflict", { msg: `新学年的计划还不能执行：${fault.sentence}`, data: {} });
    }
    const heads = planned.rows.filter(
      ({ table, after }) => table === "class_teacher" && after?.["is_head"] === true,
    );
    for (const { key } of heads) {
      const { user_id = "", class_id = "" } = key;
      const head = { user_id, subject_id: "", is_head: true };
      requireHeadsGivable(planning, { school_id, class_id }, [], [head]);
    }
    const until = daysAfter(plan.effective_at, plan.take_along_days);
    const graduates = planned.pupils
      .filter(({ outcome }) => outcome === "graduate")
      .map(({ pupil: { user_id, name } }): PlannedRow => ({
        table: "graduate",
        key: { school_id, user_id, year: String(plan.year) },
        ...{ before: null, after: { data_until: until.toISOString() } },
        ...{ label: name, person_id: user_id },
      }));
    const rows: PlannedRow[] = [...planned.rows, ...graduates];
    requireRows(rows);
    const [first, ...unusual] = guardsOf(planned);
    const act = `进入 ${plan.year}—${plan.year + 1} 学年`;
    return {
      ...{ rows, act, school_id, apply_at: plan.effective_at },
      sentence: first?.sentence ?? "",
      guards: [
        { rule: "year", sentence: "进入新学年会改动全校的班级和学生，需要另一个人审批" },
        ...unusual,
      ],
    };
  },
};
