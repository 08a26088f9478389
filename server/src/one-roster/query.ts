import { type RawBuilder, sql } from "kysely";
import { RosterRefusal } from "./status-info.ts";
import { isField, isSelectable, type Kind } from "./vocabulary.ts";

const LIMIT = 100;
const MAX_LIMIT = 1000;
const MAX_CLAUSES = 8;
/** Alternatives of all clauses with ~ together: each is looked for in every record. */
const MAX_ALTERNATIVES = 50;
const MAX_TEXT_LENGTH = 2000;

const OPERATORS = ["=", "!=", ">=", "<=", ">", "<", "~"] as const;
type Operator = (typeof OPERATORS)[number];

interface Clause {
  field: string;
  operator: Operator;
  value: string;
}

/** The query of a list, read and checked. */
export interface ListQuery {
  limit: number;
  offset: number;
  sort: string;
  descending: boolean;
  /** Top-level fields of the answer; undefined: all. */
  fields: string[] | undefined;
  filter: { clauses: Clause[]; join: "AND" | "OR" } | undefined;
  /** True where objects that have gone are asked for: the filter names their state or the time of a change. */
  withDeleted: boolean;
}

type Query = Readonly<Record<string, unknown>>;

/** Reads the query of a list (REST binding 1.2: limit, offset, sort, orderBy, filter, fields). Throws `RosterRefusal`. */
export function readListQuery(kind: Kind, query: Query): ListQuery {
  const sort = textOf(query, "sort") ?? "sourcedId";
  if (!isField(kind, sort)) throw invalid("invaliddata", `${kind} is not sorted by that field`);
  const orderBy = textOf(query, "orderBy") ?? "asc";
  if (orderBy !== "asc" && orderBy !== "desc") {
    throw invalid("invaliddata", "orderBy is asc or desc");
  }
  const filter = filterOf(kind, textOf(query, "filter"));
  return {
    limit: Math.min(whole(query, "limit", LIMIT, 1), MAX_LIMIT),
    offset: whole(query, "offset", 0, 0),
    sort,
    descending: orderBy === "desc",
    fields: readFields(kind, query),
    filter,
    withDeleted:
      filter?.clauses.some(({ field }) => field === "dateLastModified" || field === "status") ??
      false,
  };
}

/** Reads the fields that an answer is to hold; undefined: all. */
export function readFields(kind: Kind, query: Query): string[] | undefined {
  const given = textOf(query, "fields");
  if (given === undefined) return undefined;
  const fields = given.split(",").map((field) => field.trim());
  const unknown = fields.some((field) => !isSelectable(kind, field));
  if (unknown) throw invalid("invalid_selection_field", `${kind} has no such field`);
  return fields;
}

function textOf(query: Query, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || value === "") return undefined;
  if (typeof value !== "string" || value.length > MAX_TEXT_LENGTH || value.includes("\u0000")) {
    throw invalid("invaliddata", `${name} cannot be read`);
  }
  return value;
}

function whole(query: Query, name: string, otherwise: number, least: number): number {
  const value = textOf(query, name);
  if (value === undefined) return otherwise;
  if (!/^\d{1,9}$/.test(value) || Number(value) < least) {
    throw invalid("invaliddata", `${name} is a whole number from ${least}`);
  }
  return Number(value);
}

const CLAUSE = /^\s*([A-Za-z][\w.]*)\s*(!=|>=|<=|=|>|<|~)\s*'((?:[^']|'')*)'\s*/;
const JOIN = /^(AND|OR)\s+/;

function filterOf(kind: Kind, text: string | undefined): ListQuery["filter"] {
  if (text === undefined) return undefined;
  const clauses: Clause[] = [];
  const joins = new Set<string>();
  let rest = text;
  while (rest !== "") {
    const [whole_, field = "", operator = "", value = ""] = CLAUSE.exec(rest) ?? [];
    if (whole_ === undefined) throw invalid("invalid_filter_field", "the filter cannot be read");
    if (!isField(kind, field)) {
      throw invalid("invalid_filter_field", `${kind} has no such field to filter by`);
    }
    clauses.push({ field, operator: operator as Operator, value: value.replaceAll("''", "'") });
    rest = rest.slice(whole_.length);
    if (rest === "") break;
    const [joined, join] = JOIN.exec(rest) ?? [];
    if (joined === undefined || join === undefined || joined.length === rest.length) {
      throw invalid("invalid_filter_field", "clauses are joined by AND or by OR");
    }
    joins.add(join);
    rest = rest.slice(joined.length);
  }
  if (joins.size > 1 || clauses.length > MAX_CLAUSES) {
    throw invalid("invalid_filter_field", "a filter has one kind of join, and not many clauses");
  }
  const sought = clauses.filter(({ operator }) => operator === "~");
  if (sought.flatMap(({ value }) => value.split(",")).length > MAX_ALTERNATIVES) {
    const most = `a filter looks for ${MAX_ALTERNATIVES} alternatives at most by ~`;
    throw invalid("invalid_filter_field", most);
  }
  return { clauses, join: joins.has("OR") ? "OR" : "AND" };
}

function invalid(
  minor: "invaliddata" | "invalid_filter_field" | "invalid_selection_field",
  description: string,
): RosterRefusal {
  return new RosterRefusal(400, minor, description);
}

/** Returns the SQL of a filter on the row `r` of `one_roster_record`. */
export function filterSql({ clauses, join }: NonNullable<ListQuery["filter"]>) {
  const each = clauses.map((clause) => sql`(${clauseSql(clause)})`);
  return sql<boolean>`(${sql.join(each, join === "OR" ? sql` or ` : sql` and `)})`;
}

const STATUS = sql<string>`case when r.is_deleted then 'tobedeleted' else 'active' end`;

function clauseSql({ field, operator, value }: Clause): RawBuilder<boolean> {
  if (field === "dateLastModified") {
    const at = new Date(value);
    // a Date reads years that a database does not have
    const isTime = at.getUTCFullYear() > 0 && at.getUTCFullYear() < 10_000;
    if (!isTime) throw invalid("invaliddata", "dateLastModified is a time");
    // written to the millisecond, and compared as it was written
    const time = sql`date_trunc('milliseconds', r.modified_at)`;
    if (operator === "~") throw invalid("invaliddata", "a time contains nothing");
    return sql<boolean>`${time} ${sql.raw(operator)} ${at}::timestamptz`;
  }
  if (field === "sourcedId") return compared(sql`r.sourced_id`, operator, value);
  if (field === "status") return compared(STATUS, operator, value);
  // ids differ by their case, words of people do not
  const isId = field.endsWith(".sourcedId");
  const wanted = isId ? value : value.toLowerCase();
  const found = isId ? sql`v #>> '{}'` : sql`lower(v #>> '{}')`;
  const path = `lax $.${field
    .split(".")
    .map((name) => `"${name}"`)
    .join(".")}[*]`;
  const values = sql`jsonb_path_query(r.body, ${path}::jsonpath) v`;
  if (operator === "~") {
    const any = wanted.split(",").map((word) => sql`position(${word} in ${found}) > 0`);
    return sql<boolean>`exists (select from ${values} where ${sql.join(any, sql` or `)})`;
  }
  if (operator === "=" || operator === "!=") {
    const list = [...new Set(wanted.split(","))].sort();
    const whole_ = sql`coalesce((select array_agg(distinct ${found} order by ${found}) from ${values}), '{}')`;
    // a comma may part the values of a list, or stand in the only one
    const isEqual = sql`(${whole_} = (select array_agg(w order by w) from unnest(${list}::text[]) w)
      or ${whole_} = array[${wanted}]::text[])`;
    return operator === "=" ? sql<boolean>`${isEqual}` : sql<boolean>`not ${isEqual}`;
  }
  return sql<boolean>`exists (select from ${values}
    where ${found} collate "C" ${sql.raw(operator)} ${wanted})`;
}

function compared(column: RawBuilder<unknown>, operator: Operator, value: string) {
  if (operator === "~") return sql<boolean>`position(${value} in ${column}) > 0`;
  return sql<boolean>`${column} collate "C" ${sql.raw(operator)} ${value}`;
}

/** Returns the SQL of the value that rows `r` are sorted by: as Unicode orders text. */
export function sortSql(field: string): RawBuilder<unknown> {
  if (field === "sourcedId") return sql`r.sourced_id`;
  if (field === "dateLastModified") return sql`r.modified_at`;
  if (field === "status") return STATUS;
  return sql`(r.body #>> ${`{${field.replaceAll(".", ",")}}`}::text[]) collate "C"`;
}
