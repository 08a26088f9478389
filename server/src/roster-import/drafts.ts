import { createHmac, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { ChangeSource, ColumnMeaning, RosterKind, RosterPerson } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { ClassAnswers } from "../database/tables/roster-import.ts";
import { type Answer, plainName } from "./match.ts";

/** Lines in one statement. */
const BATCH = 2000;

export interface DraftHead {
  id: string;
  school_id: string;
  kind: RosterKind;
  source: ChangeSource;
  class_answers: ClassAnswers;
}

/** Keeps what was read of a file; returns the draft's id. */
export async function insertDraft(
  trx: Queryable,
  {
    people,
    source,
    hashKey,
    ...draft
  }: {
    school_id: string;
    made_by: string;
    kind: RosterKind;
    source: ChangeSource;
    people: readonly RosterPerson[];
    hashKey: Buffer;
    created_at: Date;
  },
): Promise<string> {
  const id = randomUUID();
  await trx
    .insertInto("roster_draft")
    .values({ id, ...draft, source: JSON.stringify(source) })
    .execute();
  const lines = keyedLines(people, hashKey);
  for (let from = 0; from < lines.length; from += BATCH) {
    const rows = lines.slice(from, from + BATCH);
    await sql`insert into roster_draft_person (draft_id, seq, person, key)
      select ${id}, r.seq, r.person, r.key
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(seq integer, person jsonb, key text)`.execute(
      trx,
    );
  }
  return id;
}

/** A line of a file, with the key by which answers about it are kept. */
export interface DraftPerson {
  seq: number;
  person: RosterPerson;
  key: string;
}

/** Returns the people of a file as a draft has them. */
export function keyedLines(people: readonly RosterPerson[], hashKey: Buffer): DraftPerson[] {
  return people.map((person, seq) => ({ seq, person, key: lineKey(person, hashKey) }));
}

/** Keyed hash of what a line says of its person: name and number, else name with birthday or class. */
function lineKey(
  { identity, name, number, staff_number, birth_date, class_name }: RosterPerson,
  key: Buffer,
): string {
  const said = [
    identity,
    plainName(name),
    number ?? staff_number ?? birth_date ?? class_name ?? "",
  ].join("\n");
  return createHmac("sha256", key).update(said).digest("base64url");
}

/** Notes whom each line names or may name, so that an erasure finds it. */
export async function noteMatches(
  trx: Queryable,
  draft_id: string,
  matches: readonly { seq: number; user_ids: readonly string[] }[],
): Promise<void> {
  for (let from = 0; from < matches.length; from += BATCH) {
    const rows = matches.slice(from, from + BATCH);
    await sql`update roster_draft_person p set user_ids = w.user_ids
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as w(seq integer, user_ids text[])
      where p.draft_id = ${draft_id} and p.seq = w.seq and p.user_ids <> w.user_ids`.execute(trx);
  }
}

export async function findDraft(db: Queryable, id: string): Promise<DraftHead | undefined> {
  return db
    .selectFrom("roster_draft")
    .select(["id", "school_id", "kind", "source", "class_answers"])
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function readDraftPeople(db: Queryable, draft_id: string): Promise<DraftPerson[]> {
  return db
    .selectFrom("roster_draft_person")
    .select(["seq", "person", "key"])
    .where("draft_id", "=", draft_id)
    .orderBy("seq")
    .execute();
}

export async function readAnswers(db: Queryable, school_id: string): Promise<Answer[]> {
  return db
    .selectFrom("roster_answer")
    .select(["key", "user_id", "is_same"])
    .where("school_id", "=", school_id)
    .execute();
}

export async function keepAnswers(
  trx: Queryable,
  school_id: string,
  answers: readonly Answer[],
  { by, now }: { by: string; now: Date },
): Promise<void> {
  if (answers.length === 0) return;
  await sql`insert into roster_answer (school_id, key, user_id, is_same, said_by, said_at)
    select ${school_id}, r.key, r.user_id, r.is_same, ${by}, ${now}
    from jsonb_to_recordset(${JSON.stringify(answers)}::text::jsonb) as r(key text, user_id text, is_same boolean)
    on conflict (school_id, key, user_id) do update
      set is_same = excluded.is_same, said_by = excluded.said_by, said_at = excluded.said_at`.execute(
    trx,
  );
}

/** Adds answers about classes to those that were given, by whomever. */
export async function keepClassAnswers(
  trx: Queryable,
  id: string,
  answers: ClassAnswers,
): Promise<void> {
  await sql`update roster_draft set class_answers = class_answers || ${JSON.stringify(answers)}::text::jsonb
    where id = ${id}`.execute(trx);
}

/** Returns the meanings of columns that were corrected at a school, by head; null: the column is not needed. */
export async function readColumns(
  db: Queryable,
  school_id: string,
  kind: RosterKind,
): Promise<Record<string, ColumnMeaning | null>> {
  const rows = await db
    .selectFrom("roster_column")
    .select(["head", "meaning"])
    .where("school_id", "=", school_id)
    .where("kind", "=", kind)
    .execute();
  return Object.fromEntries(rows.map(({ head, meaning }) => [head, meaning]));
}

export async function keepColumns(
  trx: Queryable,
  { school_id, kind }: { school_id: string; kind: RosterKind },
  columns: ReadonlyMap<string, ColumnMeaning | null>,
): Promise<void> {
  if (columns.size === 0) return;
  const rows = [...columns].map(([head, meaning]) => ({ head, meaning }));
  await sql`insert into roster_column (school_id, kind, head, meaning)
    select ${school_id}, ${kind}, r.head, nullif(r.meaning, 'null')
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(head text, meaning jsonb)
    on conflict (school_id, kind, head) do update set meaning = excluded.meaning`.execute(trx);
}
