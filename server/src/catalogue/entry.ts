import { type Insertable, type Selectable, sql, type Transaction } from "kysely";
import {
  APP_NAME_MAX,
  type AppDraft,
  type AppSettings,
  cleanName,
  type LaunchKind,
  nameFault,
} from "#contract";
import type { Queryable } from "../database/database.ts";
import {
  type AppCategoryTable,
  type AppTable,
  ENTRY_COLUMNS,
  ENTRY_LISTS,
  type EntryList,
} from "../database/tables/catalogue.ts";
import type { Tables } from "../database/tables.ts";
import { hashSecret, newSecret } from "../platform/secret.ts";
import {
  conflictingSettings,
  type EntryFault,
  entryFaults,
  faultsByField,
} from "./entry-faults.ts";
import { type UnknownReference, unknownReferences } from "./entry-references.ts";
import { pinyinOf } from "./pinyin-of.ts";
import type { AppScope } from "./app-scope.ts";

/** An app to store. Its pinyin is made when it is missing; `secret` comes in clear and is stored as a hash only. */
export type AppToSave = Omit<
  Insertable<AppTable>,
  "secret_hash" | "revision" | "created_at" | "updated_at" | "open_at" | "close_at"
> & { open_at?: Date | null; close_at?: Date | null; secret?: string };

export type KeptApp = Selectable<AppTable>;

export interface CatalogueToSave {
  categories: readonly Insertable<AppCategoryTable>[];
  apps: readonly AppToSave[];
}

/** Rows in one statement; a statement takes at most 65,535 values. */
const ROWS_AT_ONCE = 500;

/** Returns the entry to store: the draft over the stored one, or over an empty one. */
export function mergeDraft(id: string, kept: KeptApp | undefined, draft: AppDraft): AppToSave {
  const before = kept === undefined ? blank(draft) : withoutStamps(kept);
  const { id: _i, revision: _v, open_at, close_at, settings, ...columns } = draft;
  const launch = draft.launch ?? before.launch;
  const entry: AppToSave = {
    ...before,
    ...columns,
    ...listsOf(draft),
    id,
    name: cleanName(draft.name ?? before.name),
    url: (draft.url ?? before.url).trim(),
    launch,
    opens_in: opening(launch, draft.opens_in ?? before.opens_in),
    settings: settingsOf(id, launch, kept, settings),
  };
  if (open_at !== undefined) entry.open_at = momentOf(open_at);
  if (close_at !== undefined) entry.close_at = momentOf(close_at);
  // its reading follows a new name
  if (kept?.name !== entry.name && draft.pinyin === undefined) delete entry.pinyin;
  if (entry.pinyin === "") delete entry.pinyin;
  return entry;
}

/** Returns the lists that a draft gives, each word once; a form sends an empty list as one empty word. */
export function listsOf(draft: AppDraft): Partial<Record<EntryList, string[]>> {
  const given = ENTRY_LISTS.filter((list) => draft[list] !== undefined);
  return Object.fromEntries(
    given.map((list) => [list, [...new Set(draft[list])].filter((word) => word !== "")]),
  );
}

export function momentOf(text: string | null): Date | null {
  return text === null || text === "" ? null : new Date(text);
}

/**
 * Returns every fault of a merged entry, references that its editor does not reach included. `called` names a setting as
 * the reader of the sentences knows it.
 */
export async function faultsOf(
  db: Queryable,
  appScope: AppScope,
  entry: AppToSave,
  kept: KeptApp | undefined,
  called?: (setting: string) => string,
): Promise<(EntryFault | UnknownReference)[]> {
  const category = await db
    .selectFrom("app_category")
    .select("id")
    .where("id", "=", entry.category_id)
    .executeTakeFirst();
  return [
    ...nameFaults(entry),
    ...faultsByField(entry),
    ...conflictingSettings(entry.settings ?? {}, called),
    ...(category === undefined ? [{ path: "category_id", message: "没有这个分类。" }] : []),
    ...(await unknownReferences(db, appScope, entry, kept)),
    ...(await unknownReferences(db, appScope, rosterSchools(entry), rosterSchools(kept))).map(
      (fault) => ({ ...fault, path: "roster" }),
    ),
  ];
}

/** Returns what is wrong with the names by which people find an app. */
function nameFaults({ name, aliases = [] }: Pick<AppToSave, "name" | "aliases">): EntryFault[] {
  const named = [
    ["name", "名称", name],
    ...aliases.map((one) => ["aliases", "别名", one]),
  ] as const;
  return named.flatMap(([path, what, one]) => {
    const fault = nameFault(one, what, APP_NAME_MAX);
    return fault === undefined ? [] : [{ path, message: `${fault}。` }];
  });
}

function rosterSchools(entry: Pick<AppToSave, "roster"> | undefined) {
  return { school_ids: entry?.roster?.school_ids ?? [] };
}

export interface SavedEntry {
  app: KeptApp;
  /** The secret in clear, returned this once, when the app has got a new one. */
  secret?: string | undefined;
  is_new: boolean;
}

/** Writes a merged entry. The app gets a secret when its kind needs one and it has none of this kind yet. */
export async function saveEntry(
  trx: Transaction<Tables>,
  entry: AppToSave,
  kept: KeptApp | undefined,
): Promise<SavedEntry> {
  const keepsSecret = kept?.secret_hash != null && kept.launch === entry.launch;
  const secret = hasSecret(entry) && !keepsSecret ? newSecret() : undefined;
  await upsertApps(trx, [{ ...entry, ...(secret !== undefined && { secret }) }]);
  return { app: await readSaved(trx, entry.id), secret, is_new: kept === undefined };
}

/** Gives the app a new secret; the old one is refused from now on. */
export async function renewSecret(trx: Transaction<Tables>, kept: KeptApp): Promise<SavedEntry> {
  const secret = newSecret();
  await upsertApps(trx, [{ ...withoutStamps(kept), secret }]);
  return { app: await readSaved(trx, kept.id), secret, is_new: false };
}

export function readEntry(db: Queryable, id: string, lock = false): Promise<KeptApp | undefined> {
  const query = db.selectFrom("app").selectAll().where("id", "=", id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Returns whether the app authenticates itself with a secret of ours: to sign people in, or to read the roster (RO-09). */
export function hasSecret({
  launch,
  settings,
  roster,
}: Pick<AppToSave, "launch" | "settings" | "roster">): boolean {
  if (launch === "ticket" || roster) return true;
  if (launch !== "oidc") return false;
  const { token_endpoint_auth_method: method = "client_secret_basic" } = settings as {
    token_endpoint_auth_method?: string;
  };
  return method.startsWith("client_secret_");
}

/**
 * Adds and updates categories and apps by their ids; others stay as they are, and so does an app's secret when none is
 * given. A second run changes nothing. Throws when an entry cannot be stored, naming all faults.
 */
export async function upsertCatalogue(
  trx: Transaction<Tables>,
  { categories, apps }: CatalogueToSave,
): Promise<void> {
  const faults = apps.flatMap((app) => entryFaults(app).map((fault) => `${app.name}：${fault}`));
  if (faults.length > 0) throw new Error(faults.join("\n"));
  await upsertCategories(trx, categories);
  for (let from = 0; from < apps.length; from += ROWS_AT_ONCE) {
    await upsertApps(trx, apps.slice(from, from + ROWS_AT_ONCE));
  }
}

export async function upsertCategories(
  trx: Transaction<Tables>,
  categories: CatalogueToSave["categories"],
): Promise<void> {
  if (categories.length === 0) return;
  await trx
    .insertInto("app_category")
    .values([...categories])
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((row) => ({
        name: row.ref("excluded.name"),
        sort: row.ref("excluded.sort"),
      })),
    )
    .execute();
}

async function upsertApps(trx: Transaction<Tables>, apps: readonly AppToSave[]): Promise<void> {
  const kept = sql.join(ENTRY_COLUMNS.map((column) => sql.ref(`app.${column}`)));
  const given = sql.join(ENTRY_COLUMNS.map((column) => sql.ref(`excluded.${column}`)));
  const secret = sql<string | null>`coalesce(excluded.secret_hash, app.secret_hash)`;
  await trx
    .insertInto("app")
    .values(await Promise.all(apps.map(toRow)))
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet((row) => ({
          ...Object.fromEntries(ENTRY_COLUMNS.map((name) => [name, row.ref(`excluded.${name}`)])),
          secret_hash: secret,
          revision: sql<number>`app.revision + 1`,
          updated_at: sql<Date>`now()`,
        }))
        .where(sql<boolean>`(${kept}, app.secret_hash) is distinct from (${given}, ${secret})`),
    )
    .execute();
}

/** Returns the row of an app; columns that are not given get the table's default. */
async function toRow({ secret, ...app }: AppToSave): Promise<Insertable<AppTable>> {
  return {
    opens_in: opening(app.launch, undefined),
    open_at: null,
    close_at: null,
    ...app,
    pinyin: app.pinyin ?? (await pinyinOf(app.name)),
    secret_hash: secret === undefined ? null : hashSecret(secret),
  };
}

async function readSaved(db: Queryable, id: string): Promise<KeptApp> {
  const saved = await readEntry(db, id);
  if (saved === undefined) throw new Error(`the app ${id} was saved and is not there`);
  return saved;
}

/** Returns how an app opens: a module always as a module, and no other app so. */
function opening(launch: LaunchKind, wanted: AppToSave["opens_in"]) {
  if (launch === "module") return "module";
  return wanted === "module" || wanted === undefined ? "tab" : wanted;
}

function settingsOf(
  id: string,
  launch: LaunchKind,
  kept: KeptApp | undefined,
  given: Record<string, unknown> | undefined,
): AppSettings {
  const settings = given ?? (kept?.launch === launch ? kept.settings : {});
  const own = launch === "lti" && Object.keys(settings).length > 0 ? { deployment_id: id } : {};
  return { ...own, ...settings };
}

function withoutStamps(kept: KeptApp): AppToSave {
  const { secret_hash: _s, revision: _r, created_at: _c, updated_at: _u, ...entry } = kept;
  return entry;
}

function blank(draft: AppDraft): Omit<AppToSave, "id"> {
  const { name = "", category_id = "", launch = "link", url = "" } = draft;
  return { name, category_id, launch, url, icon: "", icon_mono: "" };
}
