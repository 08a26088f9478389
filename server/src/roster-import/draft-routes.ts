import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import {
  answerRosterDraft,
  GRADES,
  readRosterAccounts,
  readRosterDraft,
  type RosterDraft,
  stageOfGrade,
} from "#contract";
import type { Queryable } from "../database/database.ts";
import type { ClassAnswers } from "../database/tables/roster-import.ts";
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { systemOf } from "../school-year/api.ts";
import { joinSheetPlace, SHEET_ORDER } from "../person-access/api.ts";
import type { Scope } from "../rights/rules.ts";
import { type Arrival, keepArrivals } from "../transfer/api.ts";
import { type DraftHead, findDraft, keepAnswers, keepClassAnswers } from "./drafts.ts";
import type { Answer } from "./match.ts";
import { matchDraft, type MatchedRoster } from "./matched.ts";
import { requireSchool } from "../rights/api.ts";
import { personWithin } from "../rights/scope-sql.ts";
import { draftView } from "./view.ts";

/** Lets handlers tell an account of other schools as well; what they read of people is bounded by the named school. */
const ACROSS = { across: "administration" } as const;

/** Serves the questions that a roster leaves open and their answers, and the accounts that its import has made (RO-05, RO-06). */
export async function rosterDraftRoutes(app: FastifyInstance): Promise<void> {
  serve(
    app,
    readRosterDraft,
    async ({ input, caller }) => view(await found(input.draft_id, caller.scope)),
    ACROSS,
  );

  serve(
    app,
    answerRosterDraft,
    async ({ input: { draft_id, people = [], arrivals = [], classes = [] }, caller, request }) => {
      const draft = await found(draft_id, caller.scope);
      const roster = await matchDraft(app.db, draft);
      const said = people.flatMap((one) => answersOf(roster, one));
      const known = new Set(roster.known.classes.map(({ id }) => id));
      const named: Record<string, ClassAnswers[string]> = {};
      for (const { key, class_id, grade_id = null } of classes) {
        if (class_id !== null && !known.has(class_id)) throw new Refusal("notFound");
        if (roster.classes.has(key)) named[key] = { class_id, grade_id };
      }
      await app.db.transaction().execute(async (trx) => {
        const by = { by: caller.user_id, now: app.now() };
        await keepAnswers(trx, draft.school_id, said, by);
        const coming = arrivalsSaid(roster, arrivals);
        await keepArrivals(trx, draft.school_id, coming, by);
        const pupils = coming.filter(({ is_transfer }) => is_transfer).length;
        if (pupils > 0) {
          const object = { kind: "school", id: draft.school_id };
          const event = { action: "transfer", object, detail: { step: "ask", pupils } } as const;
          await app.audit.record(request, event, trx);
        }
        await keepClassAnswers(trx, draft.id, named);
      });
      return view(await found(draft_id, caller.scope));
    },
    ACROSS,
  );

  serve(
    app,
    readRosterAccounts,
    async ({ input: { change_id }, caller }) => {
      const set = await findImport(app.db, change_id);
      if (set === undefined) throw new Refusal("notFound");
      if (set.school_id !== null) requireSchool(caller.scope, set.school_id);
      else if (caller.scope.kind !== "all" && set.made_by !== caller.user_id) {
        throw new Refusal("notFound");
      }
      return readNewAccounts(app.db, change_id, caller.scope);
    },
    ACROSS,
  );

  async function view(draft: DraftHead): Promise<RosterDraft> {
    const { school_id } = draft;
    const [roster, grades] = await Promise.all([
      matchDraft(app.db, draft),
      gradesOf(app.db, school_id),
    ]);
    return draftView(roster, grades);
  }

  async function found(id: string, scope: Scope): Promise<DraftHead> {
    const draft = await findDraft(app.db, id);
    if (draft === undefined) throw new Refusal("notFound");
    requireSchool(scope, draft.school_id);
    return draft;
  }
}

/** Returns the grades of a school's stages; all there are where it has none. */
async function gradesOf(db: Queryable, school_id: string): Promise<string[]> {
  const school = db.selectFrom("school").select("stage_ids").where("id", "=", school_id);
  const { stage_ids } = await school.executeTakeFirstOrThrow();
  const system = await systemOf(db, school_id);
  return GRADES.flatMap(({ id }) => {
    const stage = stageOfGrade(id, system);
    return stage_ids.length === 0 || (stage && stage_ids.includes(stage)) ? id : [];
  });
}

/** Returns what is said of pupils who may come from another school; lines that are not asked about are passed over. */
function arrivalsSaid(
  { lines }: MatchedRoster,
  answers: readonly { seq: number; is_transfer: boolean }[],
): Arrival[] {
  return answers.flatMap(({ seq, is_transfer }) => {
    const line = lines.find((one) => one.seq === seq);
    if (line?.isArrival !== true) return [];
    const { key, class_id, person } = line;
    const { name, number = null, id_hash = null } = person;
    return [{ key, is_transfer, name, number, id_hash, class_id }];
  });
}

/** Returns an answer about a line: it is this candidate, or none of them. */
function answersOf(
  { lines }: MatchedRoster,
  { seq, user_id }: { seq: number; user_id: string | null },
): Answer[] {
  const line = lines.find((one) => one.seq === seq);
  if (line?.ask == null) return [];
  const { key, ask } = line;
  if (user_id !== null && !ask.candidates.some((one) => one.user_id === user_id)) {
    throw new Refusal("notFound");
  }
  if (user_id !== null) return [{ key, user_id, is_same: true }];
  return ask.candidates.map((one) => ({ key, user_id: one.user_id, is_same: false }));
}

/** Returns the school and the maker of an import; undefined where there is none of this id. */
async function findImport(
  db: Queryable,
  id: string,
): Promise<{ school_id: string | null; made_by: string | null } | undefined> {
  return db
    .selectFrom("change_set")
    .select(["school_id", "made_by"])
    .where("id", "=", id)
    .where("kind", "in", ["roster-import", "one-roster-import"])
    .executeTakeFirst();
}

/**
 * Returns how many people of the scope a change has made, and those of them who have no password yet: in the order of a sheet,
 * so that the sheets of a hundred each, which passwords are set in, follow one another by class.
 */
async function readNewAccounts(
  db: Queryable,
  change_id: string,
  scope: Scope,
): Promise<{ made: number; waiting: { id: string; name: string }[] }> {
  // to the platform also who is at no school
  const isShown = scope.kind === "all" ? sql`true` : personWithin(scope, sql.ref("u.id"));
  const { rows } = await sql<{ id: string; name: string; is_waiting: boolean }>`
    select u.id, u.name, u.password_hash is null as is_waiting from change_row r
    join "user" u on u.id = r.person_id ${joinSheetPlace(scope)}
    where r.set_id = ${change_id} and r.table_key = 'user' and r.before is null and r.state = 'applied'
      and ${isShown}
    order by ${SHEET_ORDER}`.execute(db);
  const waiting = rows.flatMap(({ id, name, is_waiting }) => (is_waiting ? [{ id, name }] : []));
  return { made: rows.length, waiting };
}
