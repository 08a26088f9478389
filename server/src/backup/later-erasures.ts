import { sql, type Selectable, type Transaction } from "kysely";
import type { Tables } from "../database/tables.ts";
import type { ErasureTable } from "../database/tables/personal-data.ts";
import { BackupRefused } from "./backup-refused.ts";
import { checkArchive, readArchive } from "./read-archive.ts";
import { readTables } from "./tables.ts";

type Trx = Transaction<Tables>;
type Wish = Selectable<ErasureTable>;

/** What a state of the platform later than the backup knows of people's wishes to be erased. */
export interface Later {
  readonly at: Date;
  readonly wishes: readonly Wish[];
  /** Everybody whom it has a row of. */
  readonly people: ReadonlySet<string>;
}

/** What the database knows that is about to be replaced; undefined where there is no platform in it. */
export async function laterOfDatabase(trx: Trx, now: Date): Promise<Later | undefined> {
  const { rows } = await sql<{ is: boolean }>`
    select to_regclass('public.erasure') is not null as is`.execute(trx);
  if (rows[0]?.is !== true) return undefined;
  const people = await trx.selectFrom("user").select("id").execute();
  const wishes = await trx.selectFrom("erasure").selectAll().execute();
  return { at: now, wishes, people: new Set(people.map(({ id }) => id)) };
}

/** Refuses what is no backup, or none that was made after the one that is restored. */
export async function assertLater(path: string, madeAt: string): Promise<void> {
  const { header } = await checkArchive(path);
  if (Date.parse(header.made_at) > Date.parse(madeAt)) return;
  throw new BackupRefused(
    `--erasures-of 指出的备份制作于 ${header.made_at}，不比要恢复的备份（${madeAt}）新。`,
  );
}

/** What a later backup knows. The tables are there already: they tell how its rows are to be read. */
export async function laterOfBackup(trx: Trx, path: string): Promise<Later> {
  const tables = await readTables(trx);
  const columns = tables.find(({ name }) => name === "erasure")?.columns.join();
  const wishes: Wish[] = [];
  const people = new Set<string>();
  let at = new Date(0);
  let table = "";
  for await (const line of readArchive(path)) {
    if ("schoolgate" in line) at = new Date(line.made_at);
    if ("table" in line) {
      table = line.table;
      const isRead = table !== "erasure" || line.columns.join() === columns;
      const hasId = table !== "user" || line.columns[0] === "id";
      if (!isRead || !hasId) {
        throw new BackupRefused("--erasures-of 指出的备份来自另一个版本，不能从中读出注销记录。");
      }
    }
    if (!("rows" in line)) continue;
    if (table === "user") for (const row of line.rows) people.add(firstOf(row));
    if (table === "erasure") wishes.push(...(await wishesOf(trx, line.rows)));
  }
  return { at, wishes, people };
}

/** The first value of a row that PostgreSQL has written as text. */
function firstOf(row: string): string {
  return /^\("?([^",]*)/.exec(row)?.[1] ?? "";
}

async function wishesOf(trx: Trx, texts: readonly string[]): Promise<Wish[]> {
  const { rows } = await sql<Wish>`
    select (e).* from unnest(${[...texts]}::public.erasure[]) as e`.execute(trx);
  return rows;
}
