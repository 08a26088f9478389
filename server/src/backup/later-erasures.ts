import { sql, type RawBuilder, type Selectable, type Transaction } from "kysely";
import type { Tables } from "../database/tables.ts";
import type { ErasureTable } from "../database/tables/personal-data.ts";
import type { AuditEntry } from "../audit/audit-entry.ts";
import { BackupRefused } from "./backup-refused.ts";
import { checkArchive, readArchive } from "./read-archive.ts";
import { readTables } from "./tables.ts";

type Trx = Transaction<Tables>;
export type ErasureRequest = Selectable<ErasureTable>;

/** The erasure requests that a state of the platform knows of. */
export interface Known {
  readonly at: Date;
  /** Requests by the person's id. */
  readonly requests: ReadonlyMap<string, ErasureRequest>;
  /** Ids of all people in it. */
  readonly people: ReadonlySet<string>;
  /** Its audit entries of erasure requests that were taken back. */
  readonly cancellations: readonly AuditEntry[];
}

/** Returns the erasures known to the database that is about to be replaced; undefined where it holds no platform. */
export async function knownToReplaced(trx: Trx, now: Date): Promise<Known | undefined> {
  const { rows } = await sql<{ is: boolean }>`
    select to_regclass('public.erasure') is not null as is`.execute(trx);
  return rows[0]?.is === true ? knownToDatabase(trx, now) : undefined;
}

/** Returns the erasures known to the tables at that moment. */
export async function knownToDatabase(trx: Trx, at: Date): Promise<Known> {
  const people = await trx.selectFrom("user").select(["id", "is_abled"]).execute();
  const shutOut = new Set(people.filter(({ is_abled }) => !is_abled).map(({ id }) => id));
  const requests = await trx.selectFrom("erasure").selectAll().execute();
  return {
    at,
    requests: byPerson(requests, shutOut, at),
    people: new Set(people.map(({ id }) => id)),
    cancellations: await cancellationsAmong(trx, sql`audit_entry`),
  };
}

/** Throws `BackupRefused` for a file that is no backup, or one not made after the one that is restored. */
export async function assertLater(path: string, madeAt: string): Promise<void> {
  const { header } = await checkArchive(path);
  if (Date.parse(header.made_at) > Date.parse(madeAt)) return;
  throw new BackupRefused(
    `--erasures-of 指出的备份制作于 ${header.made_at}，不比要恢复的备份（${madeAt}）新。`,
  );
}

/**
 * Returns the erasures known to a later backup. The restored tables must be there already: its rows are read by their
 * types. Throws `BackupRefused` for a backup of another version.
 */
export async function knownToBackup(trx: Trx, path: string): Promise<Known> {
  const tables = await readTables(trx);
  const requests: ErasureRequest[] = [];
  const people = new Set<string>();
  const shutOut = new Set<string>();
  const cancellations: AuditEntry[] = [];
  let at = new Date(0);
  let table = "";
  let isAbledOf = valueAt(0);
  for await (const line of readArchive(path)) {
    if ("schoolgate" in line) at = new Date(line.made_at);
    if ("table" in line) {
      table = line.table;
      const columns = tables.find(({ name }) => name === table)?.columns.join();
      const isRead = !READ_WHOLE.includes(table) || line.columns.join() === columns;
      const isAbled = line.columns.indexOf("is_abled");
      const isKnown = table !== "user" || (line.columns[0] === "id" && isAbled > 0);
      if (!isRead || !isKnown) {
        throw new BackupRefused("--erasures-of 指出的备份来自另一个版本，不能从中读出注销记录。");
      }
      if (table === "user") isAbledOf = valueAt(isAbled);
    }
    if (!("rows" in line)) continue;
    if (table === "user") {
      for (const row of line.rows) {
        people.add(idOf(row));
        if (isAbledOf(row) === "f") shutOut.add(idOf(row));
      }
    }
    if (table === "erasure") requests.push(...(await requestsOf(trx, line.rows)));
    if (table === "audit_entry") cancellations.push(...(await cancellationsIn(trx, line.rows)));
  }
  return { at, requests: byPerson(requests, shutOut, at), people, cancellations };
}

const READ_WHOLE = ["erasure", "audit_entry"];

/**
 * Returns the requests by person. A person who is disabled when the request falls due counts as erased: the next sweep
 * would have done it, or another restore has put off what was done once.
 */
function byPerson(
  requests: readonly ErasureRequest[],
  shutOut: ReadonlySet<string>,
  at: Date,
): ReadonlyMap<string, ErasureRequest> {
  const isAsGoodAsErased = ({ user_id, due_at }: ErasureRequest) =>
    due_at <= at && shutOut.has(user_id);
  return new Map(
    requests.map((request) => [
      request.user_id,
      isAsGoodAsErased(request)
        ? { ...request, erased_at: request.erased_at ?? request.due_at }
        : request,
    ]),
  );
}

const idOf = valueAt(0);

/** Returns a reader of one column's value, without quotes inside, from rows that PostgreSQL has written as text. */
function valueAt(index: number): (row: string) => string {
  const before = String.raw`(?:(?:"[^"]*(?:""[^"]*)*"|[^",]*),){${index}}`;
  const pattern = new RegExp(String.raw`^\(${before}(?:"([^"]*)"|([^",)]*))`);
  return (row) => {
    const found = pattern.exec(row);
    return found?.[1] ?? found?.[2] ?? "";
  };
}

async function requestsOf(trx: Trx, texts: readonly string[]): Promise<ErasureRequest[]> {
  const { rows } = await sql<ErasureRequest>`
    select (e).* from unnest(${[...texts]}::public.erasure[]) as e`.execute(trx);
  return rows;
}

/**
 * Returns the cancelled requests among entries as text; only entries that can be of a request are parsed, as there may
 * be millions.
 */
async function cancellationsIn(trx: Trx, texts: readonly string[]): Promise<AuditEntry[]> {
  const read = texts.filter((text) => text.includes(",erase,"));
  if (read.length === 0) return [];
  return cancellationsAmong(trx, sql`unnest(${read}::public.audit_entry[])`);
}

async function cancellationsAmong(trx: Trx, entries: RawBuilder<unknown>): Promise<AuditEntry[]> {
  const { rows } = await sql<AuditEntry>`
    select e.* from ${entries} as e
    where e.action = 'erase' and e.outcome = 'ok' and e.detail ->> 'step' = 'cancelled'`.execute(
    trx,
  );
  return rows;
}
