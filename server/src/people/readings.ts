import { sql } from "kysely";
import type { Database, Queryable } from "../database/database.ts";

/** Names processed in one transaction. */
const AT_ONCE = 2000;
/** Names that a search processes itself at most; more than that are an import's, which does so at its end. */
const FOR_A_SEARCH = 500;

const WORDS = /[a-z]+/g;

/** The pinyin forms of a name, as `person_search` stores them. */
export interface Reading {
  name: string;
  syllables: string;
  letters: string;
  given_letters: string;
  initials: string;
  given_initials: string;
}

/**
 * Returns the pinyin of a name: 「曾小明」 → `zeng xiao ming`, with the family name as such names are read, `v` for ü. The
 * dictionary is large: it is loaded at the first use.
 */
export async function readingOf(name: string): Promise<Reading> {
  const { pinyin } = await import("pinyin-pro");
  const read = pinyin(name, {
    toneType: "none",
    type: "array",
    surname: "head",
    nonZh: "consecutive",
    v: true,
  });
  const syllables: string[] = read.join(" ").toLowerCase().match(WORDS) ?? [];
  const given = syllables.slice(1);
  return {
    name,
    syllables: syllables.join(" "),
    letters: syllables.join(""),
    given_letters: given.join(""),
    initials: initialsOf(syllables),
    given_initials: initialsOf(given),
  };
}

function initialsOf(syllables: readonly string[]): string {
  return syllables.map((one) => one.slice(0, 1)).join("");
}

/** Makes the missing pinyin of all names, unless it is aborted. */
export async function readStaleNames(db: Database, signal?: AbortSignal): Promise<void> {
  for (;;) {
    if (signal?.aborted === true || (await readSome(db, AT_ONCE)) < AT_ONCE) return;
  }
}

/** Makes the pinyin of the few names that were written just now, so that a search finds them. */
export async function readNewNames(db: Database): Promise<void> {
  await readSome(db, FOR_A_SEARCH);
}

async function readSome(db: Database, limit: number): Promise<number> {
  // nothing is locked for nothing, and nearly always there is nothing
  const { rows: waiting } = await sql`select from person_search where is_stale limit 1`.execute(db);
  if (waiting.length === 0) return 0;
  return db.transaction().execute((trx) => readWithin(trx, limit));
}

/**
 * Makes the pinyin of at most so many names; two nodes take different ones. A name that is changed meanwhile is marked
 * again after this.
 */
async function readWithin(trx: Queryable, limit: number): Promise<number> {
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, u.name from person_search s join "user" u on u.id = s.user_id
    where s.is_stale order by s.user_id limit ${limit} for update of s skip locked`.execute(trx);
  const readings = await Promise.all(
    rows.map(async ({ id, name }) => ({ id, ...(await readingOf(name)) })),
  );
  if (readings.length === 0) return 0;
  await sql`
    update person_search s set is_stale = false, name = r.name, syllables = r.syllables, letters = r.letters,
      given_letters = r.given_letters, initials = r.initials, given_initials = r.given_initials
    from json_to_recordset(${JSON.stringify(readings)}::json) as r(id text, name text, syllables text, letters text,
      given_letters text, initials text, given_initials text)
    where s.user_id = r.id`.execute(trx);
  return rows.length;
}
