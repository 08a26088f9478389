import type { FastifyInstance } from "fastify";
import {
  type ChangeRow,
  exportChange,
  planChange,
  readChange,
  readChangeRows,
  readChanges,
} from "#contract";
import type { Queryable } from "../database/database.ts";
import { serve } from "../http/serve.ts";
import { type Scope, schoolsOf } from "../rights/rules.ts";
import { handleChangeJobs } from "./change-jobs.ts";
import { refuse } from "./kinds/kind.ts";
import { CHANGE_RIGHTS } from "./kinds/kinds.ts";
import { plan, scopeFor } from "./plans.ts";
import { accountsOf, readRows, type SetRow } from "./queries.ts";
import { listSets } from "./set-list.ts";
import { changeStepRoutes } from "./step-routes.ts";
import { findVisible, readView, viewFor, viewsFor } from "./visible-sets.ts";
import { rowInWords } from "./words.ts";

/** Lets handlers see people who may be at several schools; each kind's statements name the scope that bounds them. */
const ACROSS = { across: "administration" } as const;

/** Five thousand ids of the length that the platform makes, and room for what else is said. */
const PLAN_BYTES = 512 * 1024;
const ROWS_LISTED = 200;
const ROWS_EXPORTED = 1000;

/** Serves change sets: planned and previewed, and their steps (CS-01…07). */
export async function changeSetRoutes(app: FastifyInstance): Promise<void> {
  await app.register(changeStepRoutes);
  handleChangeJobs(app);

  serve(
    app,
    planChange,
    async ({ input: { change, source }, caller, request }) => {
      // its draft is closed and its approval asked for in one step
      if (change.kind === "school-year") refuse("change", "请在“新学年”里提交");
      const id = await plan(app, caller, change, { request, ...(source && { source }) });
      return readView(app, id, caller);
    },
    { ...ACROSS, bodyLimit: PLAN_BYTES },
  );

  serve(
    app,
    readChanges,
    async ({ input: { state, after }, caller }) => {
      const { user_id } = caller;
      const reach = [];
      for (const right of CHANGE_RIGHTS) {
        const scope = await scopeFor(app, caller, right);
        if (scope === undefined) continue;
        reach.push({ right, schools: wholeSchools(scope), touched: schoolsOf(scope) });
      }
      const approving = await scopeFor(app, caller, "roster.approve");
      const approves = approving === undefined ? [] : wholeSchools(approving);
      const { sets, next } = await listSets(app.db, { user_id, reach, approves, state, after });
      return { changes: await viewsFor(app, sets, caller), next };
    },
    ACROSS,
  );

  serve(
    app,
    readChange,
    async ({ input: { change_id }, caller }) =>
      viewFor(app, await findVisible(app, change_id, caller), caller),
    ACROSS,
  );

  serve(
    app,
    readChangeRows,
    async ({ input: { change_id, after = -1, state }, caller }) => {
      const set = await findVisible(app, change_id, caller);
      return readPage(app.db, set, { after, state, limit: ROWS_LISTED });
    },
    ACROSS,
  );

  serve(
    app,
    exportChange,
    async ({ input: { change_id, after = -1 }, caller, request }) => {
      const set = await findVisible(app, change_id, caller);
      const answer = await readPage(app.db, set, { after, limit: ROWS_EXPORTED });
      const object = { kind: "change-set", id: set.id };
      const detail = { rows: answer.rows.length, continues: answer.next !== null };
      await app.audit.record(request, { action: "export", object, detail });
      return answer;
    },
    ACROSS,
  );
}

/** Returns a page of a set's rows in words, and where the next one begins. */
async function readPage(
  db: Queryable,
  { id, school_id }: SetRow,
  { limit, ...asked }: Parameters<typeof readRows>[2],
): Promise<{ rows: ChangeRow[]; next: number | null }> {
  const rows = await readRows(db, id, { ...asked, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const next = rows.length > limit ? (shown.at(-1)?.seq ?? null) : null;
  const accounts = await accountsOf(db, shown, school_id);
  const words = shown.map((row) => {
    const person_id = row.person_id !== null && accounts.has(row.person_id) ? row.person_id : null;
    return rowInWords({ ...row, person_id }, accounts.get(person_id ?? "") ?? null);
  });
  return { rows: words, next };
}

function wholeSchools(scope: Scope): "all" | readonly string[] {
  return scope.kind === "all" ? schoolsOf(scope) : scope.schools;
}
