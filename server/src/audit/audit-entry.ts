import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { sql, type RawBuilder } from "kysely";
import type { Queryable } from "../database/database.ts";
import type { AuditDetail, AuditEvent } from "./audit.ts";
import type {} from "../http/context.ts";
import { hashSecret } from "../platform/secret.ts";

/** An entry as it is written and read again. */
export interface AuditEntry {
  id: string;
  at: Date;
  action: string;
  outcome: "ok" | "refused";
  user_id: string | null;
  session_id: string | null;
  identity: string | null;
  school_id: string | null;
  app_id: string | null;
  object_kind: string | null;
  object_id: string | null;
  subject_id: string | null;
  address: string;
  request_id: string;
  detail: Record<string, unknown>;
}

const MAX_TEXT_LENGTH = 200;
const MAX_LIST_ENTRIES = 100;
const COUNT_UP_TO = 36 ** 5;
const SECRET_NAME = /authorization|cookie|credential|jwt|password_hash|secret|ticket|token/i;

/** Returns the caller of a request: a person, an app, or nobody. */
function callerOf(request: FastifyRequest | null) {
  const caller = request?.caller ?? null;
  if (caller === null) return {};
  if ("app_id" in caller) return { app_id: caller.app_id };
  const { user_id, session_id, identity, school } = caller;
  return { user_id, session_id, identity, school_id: school?.id };
}

/** Returns the entry of an event: the actor is the request's caller, as far as the event does not name another. */
export function entryOf(
  request: FastifyRequest | null,
  { action, outcome = "ok", actor, object, subject_id, detail = {}, address }: AuditEvent,
  at: Date,
): AuditEntry {
  const who = { ...callerOf(request), ...actor };
  return {
    id: newId(at),
    at,
    action,
    outcome,
    user_id: text(who.user_id),
    session_id: text(who.session_id),
    identity: text(who.identity),
    school_id: text(who.school_id),
    app_id: text(who.app_id),
    object_kind: text(object?.kind),
    object_id: text(object?.id),
    subject_id: text(subject_id),
    address: text(address ?? request?.ip) ?? "",
    request_id: text(request?.id) ?? "",
    detail: plain(detail),
  };
}

/** Returns every column of an entry as canonical text. */
export function canonicalText({ detail, at, ...rest }: AuditEntry): string {
  return JSON.stringify(sorted({ ...rest, at: at.toISOString(), detail }));
}

/** Returns the digest that stands for the entry in the chain: SHA-256 of its canonical text, in hex. */
export function digestOf(entry: AuditEntry): string {
  return hashSecret(canonicalText(entry));
}

/** Writes entries and queues them for the chain: one statement of one text, however many they are. */
export async function writeEntries(db: Queryable, entries: readonly AuditEntry[]): Promise<void> {
  await sql`with ${entryParts(entries, sql`true`)} select`.execute(db);
}

/**
 * Returns the parts of a `with` that write entries, for a statement that does the act in its other parts: both happen
 * or neither, in a single round trip. `when` is the condition, in SQL, under which the act was done.
 */
export function entryParts(entries: readonly AuditEntry[], when: RawBuilder<unknown>) {
  const rows = JSON.stringify(entries.map((entry) => ({ ...entry, digest: digestOf(entry) })));
  return sql`given as (
    select * from jsonb_to_recordset(${rows}::jsonb) as g(
      id text, at timestamptz, action text, outcome text, user_id text, session_id text, identity text,
      school_id text, app_id text, object_kind text, object_id text, subject_id text, address text,
      request_id text, detail jsonb, digest text)
    where ${when}
  ), kept as (
    insert into audit_entry (id, at, action, outcome, user_id, session_id, identity, school_id, app_id,
      object_kind, object_id, subject_id, address, request_id, detail)
    select id, at, action, outcome, user_id, session_id, identity, school_id, app_id,
      object_kind, object_id, subject_id, address, request_id, detail from given
  ), in_line as (
    insert into audit_pending (entry_id, digest) select id, digest from given
  )`;
}

/** Writes what an operator's command did; there is no request, and nobody is signed in. */
export async function recordOperator(
  db: Queryable,
  event: AuditEvent,
  now: Date = new Date(),
): Promise<void> {
  const detail = { by: "operator", ...event.detail };
  await writeEntries(db, [entryOf(null, { ...event, detail }, now)]);
}

let last = { at: 0, count: 0 };

/**
 * Returns an id that sorts by time, for entries of one node also within a millisecond, so that the index grows at its
 * end. The counter starts again each millisecond: a reader of one school's entries must not learn how many others there
 * are.
 */
function newId(at: Date): string {
  const isSame = last.at === at.getTime();
  last = { at: at.getTime(), count: isSame ? (last.count + 1) % COUNT_UP_TO : 0 };
  const { count } = last;
  const time = at.getTime().toString(36).padStart(9, "0");
  return `${time}${count.toString(36).padStart(5, "0")}${randomBytes(10).toString("hex")}`;
}

/** Returns a text that the database can hold: without NUL and broken surrogates, and cut to a length. */
function text(value: string | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  return value.slice(0, MAX_TEXT_LENGTH).replaceAll("\0", "").toWellFormed();
}

function plain(detail: AuditDetail): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(detail)) {
    if (value === undefined) continue;
    if (SECRET_NAME.test(name)) kept[name] = "[hidden]";
    else if (typeof value === "string") kept[name] = text(value);
    else if (isList(value)) kept[name] = value.slice(0, MAX_LIST_ENTRIES).map((one) => text(one));
    else kept[name] = value;
  }
  return kept;
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, sorted(field)]));
}
