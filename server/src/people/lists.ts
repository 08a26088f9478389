import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { type ChangeSource, EXPORTED_AT_ONCE, exportPeople, matchPeople } from "#contract";
import { recordChildRead } from "../audit/child-read.ts";
import { planned } from "../database/planned.ts";
import { acrossSchools } from "../database/scope.ts";
import { serve } from "../http/serve.ts";
import type { Scope } from "../rights/rules.ts";
import { personWithin } from "../rights/scope-sql.ts";
import { readListed, readPage, readSchoolsUnder } from "./list.ts";
import { filterOf, cursorIn } from "./filter.ts";
import { writeCursor } from "./rules.ts";
import { readNewNames } from "./readings.ts";

/** Tells pasted lines from others, without keeping them (CS-06): what is the same list has the same hash. */
function sourceOf(texts: readonly string[]): ChangeSource {
  const lines = texts.filter((text) => text !== "");
  const sha256 = createHash("sha256").update(lines.join("\n")).digest("hex");
  return { kind: "paste", sha256, lines: Math.max(1, lines.length) };
}

/** Serves look-ups of pasted lists of people, and exports of lists (AD-01, AD-13). */
export async function peopleListRoutes(app: FastifyInstance): Promise<void> {
  serve(app, matchPeople, async ({ input: { lines, school_id }, caller: { scope }, request }) => {
    const schools = school_id === undefined ? undefined : await readSchoolsUnder(app.db, school_id);
    const texts = lines.map((line) => line.normalize("NFKC").trim());
    const found = await acrossSchools("administration", () =>
      findByLines(app, scope, texts, schools),
    );
    const ids = new Set<string>();
    const unmatched = texts.flatMap((text, index) => {
      if (text === "") return [];
      const of = found.get(text.toLowerCase()) ?? [];
      const [only] = of;
      if (of.length === 1 && only !== undefined) {
        ids.add(only);
        return [];
      }
      const why = of.length === 0 ? ("nobody" as const) : ("several" as const);
      return [{ line: index + 1, text, why }];
    });
    const { people, pupils } = await readListed(app.db, { scope, now: app.now() }, [...ids]);
    await recordChildRead(app, request, pupils, { object: { kind: "people", id: "match" } });
    return { people, unmatched, source: sourceOf(texts) };
  });

  serve(app, exportPeople, async ({ input, caller, request }) => {
    const { user_ids, after, sort = "name", ...filters } = input;
    const { scope } = caller;
    const now = app.now();
    const page = async () => {
      if (user_ids !== undefined) {
        const { rows } = await sql<{ id: string }>`
          select u.id from unnest(${user_ids}::text[]) with ordinality as u (id, place)
          where ${personWithin(scope, sql.ref("u.id"))} order by u.place`.execute(app.db);
        const ids = [...new Set(rows.map(({ id }) => id))];
        return { ...(await readListed(app.db, { scope, now }, ids)), next: null };
      }
      const asked = await filterOf(app, caller, filters);
      if (asked === undefined) return { people: [], pupils: [], next: null };
      await readNewNames(app.db);
      const from = cursorIn(after, sort);
      return planned(app.db, (trx) =>
        readPage(trx, { ...asked, sort, after: from, limit: EXPORTED_AT_ONCE }),
      );
    };
    const { people, next, pupils } = await page();
    await app.audit.record(request, {
      action: "export",
      object: { kind: "people", id: "list" },
      detail: { people: people.length, continues: next !== null },
    });
    await recordChildRead(app, request, pupils, { object: { kind: "people", id: "export" } });
    return { people, next: next && writeCursor(next) };
  });
}

/** Returns, for each lower-case text, the ids of people with this account, number or mobile. */
async function findByLines(
  { db }: Pick<FastifyInstance, "db">,
  scope: Scope,
  texts: readonly string[],
  schools: readonly string[] | undefined,
): Promise<Map<string, string[]>> {
  const wanted = [...new Set(texts.map((text) => text.toLowerCase()).filter(Boolean))];
  // a union: each way asks an index of its own
  const { rows } = await sql<{ text: string; id: string }>`
    with q as (select unnest(${wanted}::text[]) as text), found as (
      select q.text, u.id from q join "user" u on u.account collate "C" = q.text
      union select q.text, u.id from q join "user" u on u.sourced_id is not null
        and reverse(lower(u.sourced_id)) collate "C" = reverse(q.text)
      union select q.text, u.id from q join "user" u on u.mobile is not null
        and reverse(u.mobile) collate "C" = reverse(q.text))
    select f.text, f.id from found f where ${personWithin(scope, sql.ref("f.id"))}
      and (${schools === undefined} or exists (select from membership m
        where m.user_id = f.id and m.school_id = any (${[...(schools ?? [])]}::text[])))`.execute(
    db,
  );
  const found = new Map<string, string[]>();
  for (const { text, id } of rows) found.set(text, [...(found.get(text) ?? []), id]);
  return found;
}
