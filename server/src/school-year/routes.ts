import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql, type Updateable } from "kysely";
import { drawYear, readYear, readYearPupils, saveYear, submitYear } from "#contract";
import { recordChildRead } from "../audit/child-read.ts";
import { currentSet, planForApproval } from "../change-set/api.ts";
import type { Queryable } from "../database/database.ts";
import type { SchoolYearPlanTable } from "../database/tables/school-year.ts";
import { badField, Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { inNameOrder } from "../people/api.ts";
import type { Scope } from "../rights/rules.ts";
import { schoolWithin } from "../rights/scope-sql.ts";
import type { RightsCaller } from "../session/caller.ts";
import { draw } from "./draw.ts";
import { momentsOf, requireKnown, requireTimes, withCleanNames } from "./input.ts";
import { findPlan, type PlanRow, writeDecisions } from "./queries.ts";
import {
  drawnAgain,
  entrantsOf,
  keysOf,
  type School,
  shown,
  viewOf,
  type Worked,
  workOut,
} from "./view.ts";

/** Lets handlers see a school's people who may be at several schools; each statement names the school. */
const ACROSS = { across: "administration" } as const;
/** Six thousand decisions about pupils. */
const SAVE_BYTES = 1024 * 1024;
/** A change in one of these states has not come to anything: its plan can be changed. */
const OPEN_STATES = ["discarded", "outdated", "undone"];

/** Serves plans of the turn of a school year: drafts, draws, and their way into change sets (YR-01…03). */
export async function schoolYearRoutes(app: FastifyInstance): Promise<void> {
  serve(
    app,
    readYear,
    async ({ input: { school_id, year }, caller, request }) => {
      const school = await requireSchool(caller.scope, school_id);
      return answer(school, await worked(school, year), request);
    },
    ACROSS,
  );

  serve(
    app,
    readYearPupils,
    async ({ input: { school_id, class_id, year }, caller, request }) => {
      const school = await requireSchool(caller.scope, school_id);
      const found = await worked(school, year);
      if (!found.school.classes.some(({ id }) => id === class_id)) throw new Refusal("notFound");
      const pupils = await inNameOrder(
        app.db,
        shown(found, drawnAgain(found), ({ pupil }) =>
          pupil.classes.some((one) => one.class_id === class_id),
        ),
      );
      const ids = pupils.map(({ user_id }) => user_id);
      await recordChildRead(app, request, ids, { object: { kind: "class", id: class_id } });
      return { pupils };
    },
    ACROSS,
  );

  serve(
    app,
    saveYear,
    async ({ input: { school_id, version, times, ...decisions }, caller, request }) => {
      const school = await requireSchool(caller.scope, school_id);
      const { year } = decisions.rules;
      const before = await worked(school, year);
      requireTimes(times);
      requireKnown(before, decisions);
      const named = withCleanNames(decisions);
      await save(before, { version, year, caller, request }, async (trx, plan) => {
        await trx
          .updateTable("school_year_plan")
          .set({
            ...{ school_system: decisions.rules.system, names: decisions.rules.names },
            ...{ continues: decisions.rules.continues, ...momentsOf(times) },
          })
          .where("id", "=", plan.id)
          .execute();
        await writeDecisions(trx, plan, named);
      });
      return answer(school, await worked(school, year), request);
    },
    { ...ACROSS, bodyLimit: SAVE_BYTES },
  );

  serve(
    app,
    drawYear,
    async ({ input: { school_id, version, year, grade_id, ...input }, caller, request }) => {
      const school = await requireSchool(caller.scope, school_id);
      const before = await worked(school, year);
      const keys = keysOf(before, grade_id);
      const seed = input.seed.normalize("NFC").trim();
      if (seed === "") throw badField("seed", "请填写抽签种子");
      if (keys.length === 0) throw badField("grade_id", "请先建这个年级的新班级");
      const entrants = entrantsOf(before, keys);
      if (entrants.length === 0) throw badField("grade_id", "没有等待编班的新生");
      const { list_hash, classes } = draw(entrants, keys, { school_id, year, seed });
      const kept = before.decisions.pupils.filter(({ user_id }) => !classes.has(user_id));
      const placed = [...classes].map(([user_id, class_id]) => ({
        user_id,
        act: "move" as const,
        class_id,
      }));
      await save(before, { version, year, caller, request }, async (trx, plan) => {
        await trx
          .updateTable("school_year_plan")
          .set({
            ...{ draw_seed: seed, draw_hash: list_hash, draw_count: entrants.length },
            ...{ draw_grade_id: grade_id, drawn_by: caller.user_id, drawn_at: app.now() },
          })
          .where("id", "=", plan.id)
          .execute();
        await writeDecisions(trx, plan, { ...before.decisions, pupils: [...kept, ...placed] });
      });
      return answer(school, await worked(school, year), request);
    },
    ACROSS,
  );

  serve(
    app,
    submitYear,
    async ({ input: { school_id, version, year, reason }, caller, request }) => {
      const school = await requireSchool(caller.scope, school_id);
      const plan = await requireOpen(app.db, school_id, year, version);
      if (plan === undefined)
        throw new Refusal("conflict", { msg: "请先保存新学年的计划", data: {} });
      if (plan.effective_at <= app.now())
        throw badField("effective_at", "生效的时刻已经过了，请改到以后");
      const change = { kind: "school-year", school_id: school.id, plan_id: plan.id } as const;
      const why = reason?.trim() || `进入 ${year}—${year + 1} 学年`;
      const change_id = await planForApproval(app, caller, change, {
        ...{ request, reason: why },
        within: async (trx, change_set_id) => {
          await writePlan(trx, plan, { change_set_id });
          await app.audit.record(request, recordOf(school.id, { step: "submit", year }), trx);
        },
      });
      return { change_id };
    },
    ACROSS,
  );

  async function requireSchool(scope: Scope, id: string): Promise<School> {
    const { rows } = await sql<School>`select s.id, s.name, s.stage_ids from school s
      where s.id = ${id} and s.kind = 'school' and ${schoolWithin(scope, sql.ref("s.id"))}`.execute(
      app.db,
    );
    const [school] = rows;
    if (school === undefined) throw new Refusal("notFound");
    return school;
  }

  async function worked(school: School, year?: number): Promise<Worked> {
    const last = await findPlan(app.db, school.id);
    const isOver = year === undefined && last !== undefined && (await isDone(last));
    const plan = isOver
      ? undefined
      : year === undefined
        ? last
        : await findPlan(app.db, school.id, year);
    const former = plan === undefined ? last : undefined;
    return workOut(app, school, { plan, former, ...(year !== undefined && { year }) });
  }

  /** Returns whether a plan has been carried out, and its days to be undone are over: the next year is planned then. */
  async function isDone({ change_set_id }: PlanRow): Promise<boolean> {
    const set = change_set_id === null ? undefined : await currentSet(app, change_set_id);
    return set?.state === "applied" && set.undo_until !== null && set.undo_until <= app.now();
  }

  async function answer(school: School, found: Worked, request: FastifyRequest) {
    const view = await viewOf(app, school, found);
    const ids = view.pupils_shown.map(({ user_id }) => user_id);
    await recordChildRead(app, request, ids, { object: { kind: "school-year", id: school.id } });
    return view;
  }

  /** Returns a plan that can still be changed, at the version that the caller has seen. */
  async function requireOpen(
    db: Queryable,
    school_id: string,
    year: number,
    version: number,
  ): Promise<PlanRow | undefined> {
    const plan = await findPlan(db, school_id, year);
    if ((plan?.version ?? 0) !== version) {
      throw new Refusal("conflict", { msg: "这个计划刚刚被别人改过，请重新打开再改", data: {} });
    }
    const set = plan?.change_set_id == null ? undefined : await currentSet(app, plan.change_set_id);
    if (set !== undefined && !OPEN_STATES.includes(set.state)) {
      throw new Refusal("conflict", {
        msg: "这个计划已经提交；要改它，请先放弃或撤销那次变更",
        data: {},
      });
    }
    return plan;
  }

  /** Writes to a plan in one transaction with its next version; makes it where there is none. */
  async function save(
    { school: { school_id }, decisions, times }: Worked,
    {
      version,
      year,
      caller,
      request,
    }: { version: number; year: number; caller: RightsCaller; request: FastifyRequest },
    write: (trx: Queryable, plan: Pick<PlanRow, "id" | "school_id">) => Promise<void>,
  ): Promise<void> {
    const plan = await requireOpen(app.db, school_id, year, version);
    await app.db.transaction().execute(async (trx) => {
      const by = { updated_by: caller.user_id, updated_at: app.now(), version: version + 1 };
      const id = plan?.id ?? randomUUID();
      if (plan === undefined) {
        const { system, names, continues } = decisions.rules;
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto("school_year_plan")
          .values({
            ...{ id, school_id, year, ...by, school_system: system, names, continues },
            ...{ draw_seed: null, draw_hash: null, draw_count: null, draw_grade_id: null },
            ...{ drawn_by: null, drawn_at: null, change_set_id: null, ...momentsOf(times) },
          })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows !== 1n) throw savedMeanwhile();
      } else {
        await writePlan(trx, plan, by);
      }
      await write(trx, { id, school_id });
      await app.audit.record(request, recordOf(school_id, { step: "save", year }), trx);
    });
  }
}

/** Writes to a plan that has been neither saved nor submitted since it was read; refuses where it has. */
async function writePlan(
  trx: Queryable,
  { id, version, change_set_id }: PlanRow,
  values: Updateable<SchoolYearPlanTable>,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("school_year_plan")
    .set(values)
    .where("id", "=", id)
    .where("version", "=", version)
    .where("change_set_id", "is not distinct from", change_set_id)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw savedMeanwhile();
}

function savedMeanwhile(): Refusal {
  return new Refusal("conflict", { msg: "这个计划刚刚被别人改过，请重新打开再改", data: {} });
}

function recordOf(school_id: string, detail: { step: string; year: number }) {
  return { action: "year-plan", object: { kind: "school", id: school_id }, detail } as const;
}
