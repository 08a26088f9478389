import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { type DuplicateReason, readDuplicates, markDistinct } from "#contract";
import { recordChildRead } from "../audit/child-read.ts";
import { planned } from "../database/planned.ts";
import { acrossSchools } from "../database/scope.ts";
import { invalidCursor, Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { type Scope, schoolsOf } from "../rights/rules.ts";
import { accountWithin, personWithin } from "../rights/scope-sql.ts";
import { readListed, readSchoolsUnder } from "./list.ts";
import { textsIn, writeTexts } from "./rules.ts";

const GROUPS_LISTED = 20;

/** Serves accounts that look like one person's (AD-14); merging them is a change set. */
export async function duplicateRoutes(app: FastifyInstance): Promise<void> {
  serve(app, readDuplicates, async ({ input: { school_id, after }, caller, request }) => {
    const { scope } = caller;
    const place = after === undefined ? undefined : textsIn(after);
    if (place !== undefined && place.length !== 2) throw invalidCursor();
    const schools = school_id === undefined ? undefined : await readSchoolsUnder(app.db, school_id);
    const found = await planned(app.db, (trx) => findGroups(trx, { scope, schools, place }));
    const shown = found.slice(0, GROUPS_LISTED);
    const ids = shown.flatMap((group) => group.ids);
    const { people, pupils } = await readListed(app.db, { scope, now: app.now() }, ids);
    await recordChildRead(app, request, pupils, { object: { kind: "people", id: "duplicates" } });
    const byId = new Map(people.map((person) => [person.id, person]));
    const last = shown.at(-1);
    return {
      groups: shown.map(({ why, ids: of }) => ({
        why,
        people: of.flatMap((id) => byId.get(id) ?? []),
      })),
      next: found.length > GROUPS_LISTED && last ? writeTexts([last.why, last.key]) : null,
    };
  });

  serve(app, markDistinct, async ({ input, caller, request }) => {
    const ids = [...new Set(input.user_ids)].toSorted();
    await acrossSchools("administration", async () => {
      const { rows } = await sql<{ id: string }>`
        select u.id from "user" u where u.id = any (${ids}::text[])
          and ${personWithin(caller.scope, sql.ref("u.id"))}`.execute(app.db);
      if (rows.length < ids.length || ids.length < 2) throw new Refusal("notFound");
      await app.db.transaction().execute(async (trx) => {
        await sql`insert into person_distinct (one_id, other_id, said_by, said_at)
          select one, other, ${caller.user_id}, ${app.now()}
          from unnest(${ids}::text[]) one cross join unnest(${ids}::text[]) other where one < other
          on conflict do nothing`.execute(trx);
        const object = { kind: "people", id: "distinct" };
        const detail = { people: ids };
        await app.audit.record(request, { action: "person-distinct", object, detail }, trx);
      });
    });
    return {};
  });
}

interface Group {
  why: DuplicateReason;
  /** The first of the ids: a person is in one group for each reason. */
  key: string;
  ids: string[];
}

/** Returns groups after a place, in the order of the reason and of the first id. */
async function findGroups(
  db: Parameters<typeof readListed>[0],
  {
    scope,
    schools = scope.kind === "all" ? "all" : schoolsOf(scope),
    place,
  }: {
    scope: Scope;
    schools?: "all" | readonly string[] | undefined;
    /** The reason and the key at which the last page ended. */
    place: readonly string[] | undefined;
  },
): Promise<Group[]> {
  const atSchools =
    schools === "all" ? sql`true` : sql`m.school_id = any (${[...schools]}::text[])`;
  // merged accounts belong nowhere any more, so that they are not found again
  const { rows } = await sql<Group>`
    with mine as materialized (
      select u.id, u.name, u.birth_date, u.mobile, u.sourced_id from "user" u
      where u.id in (select m.user_id from membership m where ${atSchools}) and ${accountWithin(scope, sql.ref("u.id"))}),
    keyed as (
      select id, 'number' as why, lower(sourced_id) as key from mine where sourced_id is not null
      union all select id, 'birth', name || ' ' || birth_date from mine where birth_date is not null
      union all select id, 'mobile', name || ' ' || mobile from mine where mobile is not null),
    alike as (
      -- the key goes to the browser and back: a hash of the value would tell a masked number to whoever tries ten thousand
      select why, min(id) as key, array_agg(id order by id) as ids from keyed
      group by why, keyed.key having count(*) between 2 and 20)
    select why, key, ids from alike
    where (select count(*) from person_distinct d where d.one_id = any (alike.ids) and d.other_id = any (alike.ids))
        < cardinality(ids) * (cardinality(ids) - 1) / 2
      and not exists (select from alike stronger
        where stronger.ids = alike.ids and stronger.why < alike.why)
      and ${place === undefined ? sql`true` : sql`(why, key) > (${place[0] ?? ""}, ${place[1] ?? ""})`}
    order by why, key limit ${GROUPS_LISTED + 1}`.execute(db);
  return rows;
}
