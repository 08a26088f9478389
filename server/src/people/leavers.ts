import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import {
  chinaMoment,
  keepLeavers,
  MIN_LEAVER_DAYS,
  readLeavers,
  setLeaverRule,
  UNDO_DAYS,
  isCursorMoment,
} from "#contract";
import { recordChildRead } from "../audit/child-read.ts";
import { badField, invalidCursor, Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { daysBefore } from "../platform/days.ts";
import { askForErasure } from "../privacy/api.ts";
import { personWithin, schoolWithin } from "../rights/scope-sql.ts";
import type { Scope } from "../rights/rules.ts";
import { setLeaverDays } from "../school/api.ts";
import { requireFreshProof } from "../session/fresh-proof.ts";
import { readListed, readSchoolsUnder, utcText } from "./list.ts";
import { noteLeavers } from "./note-leavers.ts";
import { textsIn, writeTexts } from "./rules.ts";

const NOTE_EVERY_MS = 3_600_000;
const ERASED_AT_ONCE = 200;
const LISTED = 50;
const FOREVER = "infinity";

/** Serves leavers: people without any enabled membership, kept for the school's days and then erased (AD-07). */
export async function leaverRoutes(app: FastifyInstance): Promise<void> {
  const { leaverDays } = app.config;
  app.jobs.handle("leavers", {
    everyMs: NOTE_EVERY_MS,
    run: async () => {
      await noteLeavers(app.db, app.now());
      await eraseLeavers(app);
      await eraseMerged(app);
    },
  });

  serve(app, readLeavers, async ({ input: { school_id, after }, caller, request }) => {
    const { scope } = caller;
    const place = after === undefined ? undefined : textsIn(after);
    if (place !== undefined && !isLeaverCursor(place)) throw invalidCursor();
    const now = app.now();
    const schools = school_id === undefined ? undefined : await readSchoolsUnder(app.db, school_id);
    const atSchools =
      schools === undefined ? sql`true` : sql`m.school_id = any (${schools}::text[])`;
    const { rows } = await sql<Row>`
      select * from (
        select l.user_id, l.left_at, l.is_kept and (l.kept_until is null or l.kept_until > ${now}) as is_kept,
          l.kept_until, l.kept_why, k.name as kept_by, ${dueAt(leaverDays, now)} as due_at,
          coalesce(${utcText(dueAt(leaverDays, now))}, ${FOREVER}) as place
        from leaver l left join "user" k on k.id = l.kept_by
        where ${personWithin(scope, sql.ref("l.user_id"))}
          and exists (select from membership m where m.user_id = l.user_id and ${atSchools})
      ) as found
      where ${place === undefined ? sql`true` : sql`(place::timestamptz, user_id) > (${place[0] ?? ""}::timestamptz, ${place[1] ?? ""})`}
      order by place::timestamptz, user_id limit ${LISTED + 1}`.execute(app.db);
    const shown = rows.slice(0, LISTED);
    const ids = shown.map(({ user_id }) => user_id);
    const { people, pupils } = await readListed(app.db, { scope, now }, ids);
    await recordChildRead(app, request, pupils, { object: { kind: "people", id: "leavers" } });
    const byId = new Map(people.map((person) => [person.id, person]));
    const last = shown.at(-1);
    return {
      leavers: shown.flatMap((row) => {
        const person = byId.get(row.user_id);
        return person === undefined ? [] : [{ person, ...shownLeaver(row) }];
      }),
      next: rows.length > LISTED && last ? writeTexts([last.place, last.user_id]) : null,
      rule:
        school_id === undefined
          ? null
          : await ruleOf(school_id, caller.scopeOf("people.erase"), scope),
    };
  });

  serve(app, keepLeavers, async ({ input, caller, request }) => {
    const { keep } = input;
    const ids = [...new Set(input.user_ids)];
    const why = input.why?.trim() ?? "";
    if (keep && why === "") throw badField("why", "请写明为什么保留");
    const until = input.until === undefined ? null : chinaMoment(input.until, "23:59:59.999");
    if (until !== null && until <= app.now()) throw badField("until", "保留的日子须在今天或以后");
    await app.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ user_id: string }>`
        update leaver l set is_kept = ${keep}, kept_until = ${keep ? until : null},
          kept_by = ${keep ? caller.user_id : null}, kept_why = ${keep ? why : null}
        where l.user_id = any (${ids}::text[]) and ${personWithin(caller.scope, sql.ref("l.user_id"))}
        returning l.user_id`.execute(trx);
      if (rows.length < ids.length) throw new Refusal("notFound");
      for (const subject_id of ids) {
        const event = { action: "leaver-keep", subject_id, detail: { keep } } as const;
        await app.audit.record(request, event, trx);
      }
    });
    return {};
  });

  serve(app, setLeaverRule, async ({ input: { school_id, days, ...proof }, caller, request }) => {
    if (days !== undefined && days !== 0 && days < MIN_LEAVER_DAYS) {
      throw badField("days", `至少保留 ${MIN_LEAVER_DAYS} 天，或填 0 表示一直保留`);
    }
    if ((await ruleOf(school_id, caller.scope, caller.scope)) === null)
      throw new Refusal("notFound");
    await requireFreshProof(app, caller, proof, request);
    await app.db.transaction().execute(async (trx) => {
      await setLeaverDays(trx, school_id, days ?? null);
      const object = { kind: "school", id: school_id };
      const detail = { leaver_days: days ?? null };
      await app.audit.record(request, { action: "school-change", object, detail }, trx);
    });
    return {};
  });

  /** Returns the retention rule of a school that lies wholly in the scope; null for any other. */
  async function ruleOf(school_id: string, erases: Scope | undefined, scope: Scope) {
    const read = (within: Scope) =>
      sql<{ leaver_days: number | null }>`select s.leaver_days from school s
        where s.id = ${school_id} and s.kind = 'school' and ${schoolWithin(within, sql.ref("s.id"))}`.execute(
        app.db,
      );
    const [row] = (await read(scope)).rows;
    if (row === undefined) return null;
    const { leaver_days } = row;
    return {
      days: leaver_days ?? leaverDays,
      is_own: leaver_days !== null,
      platform_days: leaverDays,
      may_set: erases !== undefined && (await read(erases)).rows.length > 0,
    };
  }
}

/** Returns whether texts are the cursor of a leaver: the moment of the erasure, if there is to be one, and the id. */
function isLeaverCursor([at, id, ...rest]: readonly string[]): boolean {
  return (at === FOREVER || isCursorMoment(at)) && id !== undefined && rest.length === 0;
}

interface Row {
  user_id: string;
  left_at: Date;
  is_kept: boolean;
  kept_until: Date | null;
  kept_why: string | null;
  kept_by: string | null;
  due_at: Date | null;
  place: string;
}

function shownLeaver({ left_at, due_at, is_kept, kept_until, kept_by, kept_why }: Row) {
  return {
    left_at: left_at.toISOString(),
    due_at: due_at?.toISOString() ?? null,
    kept: is_kept
      ? { until: kept_until?.toISOString() ?? null, by: kept_by, why: kept_why ?? "" }
      : null,
  };
}

/**
 * Returns the SQL of the moment when leaver `l` is erased: after the longest days of the person's schools, and of a
 * graduate not before the days to take the own data along are over (YR-03); null where a school keeps leavers always, or
 * somebody keeps this one without end.
 */
function dueAt(platformDays: number, now: Date) {
  return sql<Date | null>`(select case
      when l.is_kept and l.kept_until is null then null
      when bool_or(days = 0) then null
      else greatest(l.left_at + max(days) * interval '1 day', case when l.is_kept and l.kept_until > ${now} then l.kept_until end,
        (select max(g.data_until) from graduate g where g.user_id = l.user_id)) end
    from (select coalesce(s.leaver_days, ${platformDays}) as days from membership m
      join school s on s.id = m.school_id where m.user_id = l.user_id) as of_schools)`;
}

/** Requests the erasure of leavers whose days are over, unless they have an enabled membership again. */
async function eraseLeavers(app: FastifyInstance): Promise<void> {
  const now = app.now();
  const { rows } = await sql<{ user_id: string }>`
    select l.user_id from leaver l
    where ${dueAt(app.config.leaverDays, now)} <= ${now}
      and not exists (select from membership m where m.user_id = l.user_id and m.is_abled)
      and not exists (select from erasure e where e.user_id = l.user_id)
    order by l.left_at limit ${ERASED_AT_ONCE}`.execute(app.db);
  await eraseAll(app, rows, "left");
}

/**
 * Requests the erasure of accounts that were merged into others and can no longer be taken apart (AD-14): locked by the
 * merge, in no school, and in no change that may still be undone.
 */
async function eraseMerged(app: FastifyInstance): Promise<void> {
  const now = app.now();
  const { rows } = await sql<{ user_id: string }>`
    select l.user_id from person_lock l join "user" u on u.id = l.user_id and not u.is_abled
    where l.merged_into is not null and l.locked_at < ${daysBefore(now, UNDO_DAYS)}
      and not exists (select from membership m where m.user_id = l.user_id)
      and not exists (select from change_row r join change_set s on s.id = r.set_id
        where r.table_key = 'person_lock' and r.key ->> 'user_id' = l.user_id
          and (s.undo_until > ${now} or s.state in ('applying', 'undoing')))
      and not exists (select from erasure e where e.user_id = l.user_id)
    order by l.locked_at limit ${ERASED_AT_ONCE}`.execute(app.db);
  await eraseAll(app, rows, "merged");
}

/** Requests the erasure of accounts for now, each on record with the rule that asked in the person's stead. */
async function eraseAll(
  app: FastifyInstance,
  accounts: readonly { user_id: string }[],
  step: "left" | "merged",
): Promise<void> {
  const now = app.now();
  for (const { user_id } of accounts) {
    await app.db.transaction().execute(async (trx) => {
      await askForErasure(trx, { user_id, requested_by: user_id, now, due_at: now });
      const event = { action: "erase", subject_id: user_id, detail: { step } } as const;
      await app.audit.record(null, event, trx);
    });
  }
}
