import { sql } from "kysely";
import type {} from "../server/src/catalogue/catalogue.ts";
import { pairwiseSubject, readSubjectKey } from "../server/src/launch/api.ts";
import type { Database } from "../server/src/database/database.ts";
import { fillAdministrator } from "./administrator.ts";

export const PUPILS = 5000;
const A_SCHOOL = 500;
/** One app alone may send no more than 300,000 items a minute. */
export const APPS = 4;
const SECRET = "bench";

/** Fills schools with pupils of grade 3, whose guardians have agreed, and apps that know all of them; returns the subjects. */
export async function fillPupils(db: Database): Promise<string[][]> {
  await fillAdministrator(db);
  const last = PUPILS - 1;
  for (const statement of [
    sql`insert into school (id, name, stage_ids) select 's' || n, '第' || n || '小学', '{2}' from generate_series(0, ${PUPILS / A_SCHOOL - 1}::int) n`,
    sql`insert into "user" (id, account, name) select 'u' || n, 'person' || n, '人' || n from generate_series(0, ${last}::int) n`,
    sql`insert into membership (school_id, user_id, identity) select 's' || n / ${A_SCHOOL}::int, 'u' || n, 'student' from generate_series(0, ${last}::int) n`,
    sql`insert into class (school_id, id, name, grade_id, stage_id) select 's' || s, 'c' || c, c || '班', '3', '2' from generate_series(0, ${PUPILS / A_SCHOOL - 1}::int) s, generate_series(0, 9) c`,
    sql`insert into class_student (school_id, class_id, user_id) select 's' || n / ${A_SCHOOL}::int, 'c' || n % 10, 'u' || n from generate_series(0, ${last}::int) n`,
    sql`insert into consent (user_id, type, version, given_by) select 'u' || n, 'child', 1, 'boss' from generate_series(0, ${last}::int) n`,
    sql`insert into app_category (id, name) values ('bench', '测量')`,
    sql`insert into app (id, category_id, name, icon, icon_mono, launch, url, secret_hash) select 'bench' || n, 'bench', '应用' || n, '', '', 'ticket', 'https://app.example/', encode(sha256(convert_to(${SECRET}, 'UTF8')), 'hex') from generate_series(0, ${APPS - 1}::int) n`,
  ]) {
    await statement.execute(db);
  }
  const key = await readSubjectKey(db);
  const all: string[][] = [];
  for (let app = 0; app < APPS; app += 1) {
    const app_id = `bench${app}`;
    const given = Array.from({ length: last + 1 }, (_, n) => pairwiseSubject(key, app_id, `u${n}`));
    await sql`insert into app_subject (app_id, sub, user_id) select ${app_id}, s, 'u' || n - 1
      from unnest(${given}::text[]) with ordinality as t (s, n)`.execute(db);
    all.push(given);
  }
  await sql`analyze`.execute(db);
  return all;
}

/** Sends badges of one app; throws unless each was stored. */
export async function sendBatch(origin: string, app: number, badges: readonly object[]) {
  const response = await fetch(`${origin}/app/v1/batch`, {
    method: "POST",
    headers: {
      authorization: `Basic ${btoa(`bench${app}:${SECRET}`)}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ badges }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status}: ${text}`);
  const answered = (JSON.parse(text) as { data: { badges: string[] } }).data.badges;
  const odd = answered.find((one) => one !== "stored");
  if (odd !== undefined) throw new Error(`a badge was answered ${odd}`);
}
