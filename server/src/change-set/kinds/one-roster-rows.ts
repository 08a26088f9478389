import { sql } from "kysely";
import { IDENTITY_NAMES, type Identity } from "#contract";
import type { Queryable } from "../../database/database.ts";
import type { Plan } from "../../roster/api.ts";
import type { PlannedRow, RowValues } from "../rules.ts";
import { type TableKey, writtenTable } from "../tables.ts";

/** Keys in one statement. */
const BATCH = 5000;

/** Tables whose rows have a source, with the columns that a OneRoster roster decides. */
const DECIDED = {
  school: ["kind", "parent_id", "name", "stage_ids", "is_abled"],
  user: [
    ...["account", "name", "mobile", "email", "gender", "birth_date", "admission_time"],
    "is_abled",
  ],
  membership: ["is_abled", "sort"],
  class: ["name", "grade_id", "stage_id", "sort", "is_abled"],
  class_student: [],
  class_teacher: ["is_head"],
  guardian: ["relation"],
} as const satisfies Partial<Record<TableKey, readonly string[]>>;
type Sourced = keyof typeof DECIDED;

/** Columns that are filled in where they are empty, and then left alone. */
const FILLED_IN: Partial<Record<Sourced, readonly string[]>> = { user: ["identity", "school_id"] };

/** The present state of the rows that a source brought, and keys that others hold, which the source does not touch. */
interface Present {
  of: Record<Sourced, ReadonlyMap<string, RowValues>>;
  others: Record<Sourced, ReadonlySet<string>>;
  subjects: ReadonlySet<string>;
}

/** Everything that rows are made from: both sides of the comparison. */
export interface OneRosterDifference {
  source: string;
  plan: Plan;
  present: Present;
  /** The bundle that the source follows now, and the one that it will. */
  bundles: { from: string | null; hasSource: boolean; to: string };
  now: Date;
}

/** Reads what a source's rows are now: one statement for each table, and one for each 5,000 new keys. */
export async function readPresent(db: Queryable, source: string, plan: Plan): Promise<Present> {
  const of: Partial<Present["of"]> = {};
  const others: Partial<Present["others"]> = {};
  for (const table of Object.keys(DECIDED) as Sourced[]) {
    const { key } = writtenTable(table);
    const names = [...key, ...DECIDED[table], ...(FILLED_IN[table] ?? [])];
    const columns = names.map((name) => sql`to_jsonb(${sql.ref(`t.${name}`)}) as ${sql.ref(name)}`);
    const { rows } = await sql<RowValues>`
      select ${sql.join(columns)} from ${sql.table(table)} t where t.source = ${source}`.execute(
      db,
    );
    const own = new Map(rows.map((row) => [keyText(table, row), row]));
    of[table] = own;
    others[table] = await readOthers(db, table, own, plan[table]);
  }
  const subjects = await db.selectFrom("subject").select("id").execute();
  return {
    of: of as Present["of"],
    others: others as Present["others"],
    subjects: new Set(subjects.map(({ id }) => id)),
  };
}

/** Returns the keys of wanted rows that another source holds, or a person made. */
async function readOthers(
  db: Queryable,
  table: Sourced,
  own: ReadonlyMap<string, RowValues>,
  wanted: readonly object[],
): Promise<ReadonlySet<string>> {
  const { key } = writtenTable(table);
  // nobody else's ids are derived from this source, but an organisation may have been there before
  if (table === "user" || table === "class") return new Set();
  const missing = wanted.filter((row) => !own.has(keyText(table, row)));
  const held = new Set<string>();
  for (let from = 0; from < missing.length; from += BATCH) {
    const keys = missing.slice(from, from + BATCH).map((row) => keyOf(table, row));
    const is = key.map((name) => sql`t.${sql.ref(name)} = w.${sql.ref(name)}`);
    const { rows } = await sql<RowValues>`
      select ${sql.join(key.map((name) => sql.ref(`t.${name}`)))} from ${sql.table(table)} t
      join jsonb_to_recordset(${JSON.stringify(keys)}::text::jsonb)
        as w(${sql.join(key.map((name) => sql`${sql.ref(name)} text`))}) on ${sql.join(is, sql` and `)}`.execute(
      db,
    );
    for (const row of rows) held.add(keyText(table, row));
  }
  return held;
}

/**
 * Yields the rows that lead from what a source's rows are to what its roster says: rows alike one after the other, as they
 * are written in one statement, and what is referred to before what refers to it. What the roster no longer has ends:
 * memberships, classes and schools are disabled, places in classes, lessons and guardians removed; a person stays.
 */
export function* oneRosterRows(difference: OneRosterDifference): Generator<PlannedRow> {
  const { plan, present, source, bundles } = difference;
  const at = new Names(difference);
  yield* made(difference, at, "school");
  for (const { id, name, sort } of plan.subject) {
    if (present.subjects.has(id)) continue;
    const of = { table: "subject", key: { id }, label: name, person_id: null } as const;
    yield { ...of, before: null, after: { name, sort } };
  }
  yield* made(difference, at, "class");
  const freed = freedAccounts(difference);
  for (const [id, account] of freed) {
    const before = { account: present.of.user.get(id)?.["account"] ?? null };
    yield { ...at.of("user", { id }), before, after: { account } };
  }
  yield* made(difference, at, "user");
  yield* changed(difference, at, "user", freed);
  yield* made(difference, at, "membership");
  yield* changed(difference, at, "membership");
  yield* ended(difference, at, "membership");
  for (const table of ["class_student", "class_teacher", "guardian"] as const) {
    yield* ended(difference, at, table);
    yield* made(difference, at, table);
    yield* changed(difference, at, table);
  }
  for (const table of ["class", "school"] as const) {
    yield* changed(difference, at, table);
    yield* ended(difference, at, table);
  }
  const before = bundles.hasSource ? { bundle_id: bundles.from } : null;
  const after = { bundle_id: bundles.to };
  const of = { table: "roster_source", key: { source }, label: `名册“${source}”` } as const;
  yield { ...of, before, after, person_id: null };
}

type Of = OneRosterDifference;

function* made({ plan, present, source, now }: Of, at: Names, table: Sourced) {
  for (const row of plan[table] as readonly object[]) {
    const key = keyText(table, row);
    if (present.of[table].has(key) || present.others[table].has(key)) continue;
    const values = row as RowValues;
    const names = [...DECIDED[table], ...(FILLED_IN[table] ?? [])];
    const after: Record<string, unknown> = {};
    for (const name of names) after[name] = values[name] ?? null;
    if ("sourced_id" in values) after["sourced_id"] = values["sourced_id"];
    if (table === "membership")
      Object.assign(after, { until: null, created_at: now.toISOString() });
    after["source"] = source;
    yield { ...at.of(table, row), before: null, after };
  }
}

function* changed(
  { plan, present }: Of,
  at: Names,
  table: Sourced,
  freed: ReadonlyMap<string, string> = new Map(),
): Generator<PlannedRow> {
  for (const row of plan[table] as readonly object[]) {
    const found = present.of[table].get(keyText(table, row));
    if (found === undefined) continue;
    const account = freed.get(String(found["id"]));
    const was = account === undefined ? found : { ...found, account };
    const values = row as RowValues;
    const names = [
      ...DECIDED[table].filter((name) => !isSame(was[name], values[name])),
      ...(FILLED_IN[table] ?? []).filter((name) => was[name] === null && values[name] !== null),
    ];
    if (names.length === 0) continue;
    const pick = (from: RowValues) =>
      Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
    yield { ...at.of(table, row), before: pick(was), after: pick(values) };
  }
}

function* ended({ plan, present }: Of, at: Names, table: Sourced): Generator<PlannedRow> {
  const wanted = new Set((plan[table] as readonly object[]).map((row) => keyText(table, row)));
  const isDisabled = table === "membership" || table === "class" || table === "school";
  for (const [key, row] of present.of[table]) {
    if (wanted.has(key)) continue;
    if (!isDisabled) {
      const before: Record<string, unknown> = { source: at.source };
      for (const name of DECIDED[table]) before[name] = row[name];
      yield { ...at.of(table, row), before, after: null };
    } else if (row["is_abled"] === true) {
      const state = { before: { is_abled: true }, after: { is_abled: false } };
      yield { ...at.of(table, row), ...state };
    }
  }
}

/** Returns temporary accounts of those whose account somebody else of the roster takes, by their ids. */
function freedAccounts({ plan, present }: Of): Map<string, string> {
  const holders = new Map<unknown, string>();
  for (const { id, account } of present.of.user.values()) holders.set(account, String(id));
  const freed = new Map<string, string>();
  for (const { id, account } of plan.user) {
    const holder = holders.get(account);
    if (holder !== undefined && holder !== id) freed.set(holder, `~${holder.toLowerCase()}`);
  }
  return freed;
}

/** Names of people, classes and schools on both sides, for the labels of rows. */
class Names {
  readonly source: string;
  readonly #people: Map<string, string>;
  readonly #places: Map<string, string>;

  constructor({ plan, present, source }: Of) {
    this.source = source;
    const named = (
      rows: readonly { id: string; name: string }[],
      table: "user" | "class" | "school",
    ) =>
      new Map([
        ...[...present.of[table].values()].map(
          ({ id, name }) => [String(id), String(name)] as const,
        ),
        ...rows.map(({ id, name }) => [id, name] as const),
      ]);
    this.#people = named(plan.user, "user");
    this.#places = new Map([...named(plan.class, "class"), ...named(plan.school, "school")]);
  }

  /** Returns table, key, label, words and person of a row. */
  of(table: Sourced, row: object): Omit<PlannedRow, "before" | "after"> {
    const key = keyOf(table, row);
    const { id = "", user_id = "", child_id, school_id, class_id, identity } = key;
    const person = this.#people.get(table === "user" ? id : user_id) ?? "";
    const words: Record<string, string> = {};
    for (const place of [school_id, class_id]) {
      const name = place === undefined ? undefined : this.#places.get(place);
      if (place !== undefined && name !== undefined) words[place] = name;
    }
    if (child_id !== undefined) words[child_id] = this.#people.get(child_id) ?? "";
    const isPlace = table === "school" || table === "class";
    const label = isPlace
      ? (this.#places.get(id) ?? "")
      : identity === undefined
        ? person
        : `${person}（${IDENTITY_NAMES[identity as Identity]}）`;
    const person_id = isPlace ? null : (child_id ?? (table === "user" ? id : user_id));
    return { table, key, label, words, person_id };
  }
}

function keyOf(table: Sourced, row: object): Record<string, string> {
  const values = row as Readonly<Record<string, string>>;
  const key: Record<string, string> = {};
  for (const name of writtenTable(table).key) key[name] = values[name] ?? "";
  return key;
}

function keyText(table: Sourced, row: object): string {
  const values = row as Readonly<Record<string, string>>;
  return writtenTable(table)
    .key.map((name) => values[name] ?? "")
    .join("\n");
}

function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) || Array.isArray(other)) {
    return JSON.stringify(one) === JSON.stringify(other);
  }
  return (one ?? null) === (other ?? null);
}
