import { sql, type Insertable, type Transaction } from "kysely";
import { AUDIENCE_LISTS } from "#contract";
import type { AppCategoryTable, AppTable } from "../database/tables/catalogue.ts";
import type { Tables } from "../database/tables.ts";
import { hashSecret } from "../platform/secret.ts";
import { entryFaults } from "./entry-faults.ts";
import { pinyinOf } from "./pinyin-of.ts";

/** An app to keep. Its reading is made when `pinyin` is missing; `secret` comes in clear and is kept as a hash only. */
export type AppToSave = Omit<
  Insertable<AppTable>,
  "secret_hash" | "revision" | "created_at" | "updated_at" | "open_at" | "close_at"
> & { open_at?: Date | null; close_at?: Date | null; secret?: string };

export interface CatalogueToSave {
  categories: readonly Insertable<AppCategoryTable>[];
  apps: readonly AppToSave[];
}

/** Rows in one statement; a statement takes at most 65,535 values. */
const ROWS_AT_ONCE = 500;

const COLUMNS = [
  "category_id",
  "name",
  "description",
  "icon",
  "icon_mono",
  "launch",
  "url",
  "opens_in",
  "display_status",
  "sort",
  "badge",
  "pinyin",
  "roles",
  "clients",
  "school_ids",
  "stage_ids",
  "grade_ids",
  "class_ids",
  "district_id",
  ...AUDIENCE_LISTS,
  "open_at",
  "close_at",
  "claims",
  "settings",
  "approved",
  "step_up",
] as const;

/**
 * Adds and updates categories and apps by their ids; what is not named stays as it is, and so does an app's secret
 * when none is given. Saving the same again changes nothing. Throws when an entry cannot be kept, naming all faults.
 */
export async function upsertCatalogue(
  trx: Transaction<Tables>,
  { categories, apps }: CatalogueToSave,
): Promise<void> {
  const faults = apps.flatMap((app) => entryFaults(app).map((fault) => `${app.name}：${fault}`));
  if (faults.length > 0) throw new Error(faults.join("\n"));
  await upsertCategories(trx, categories);
  for (let from = 0; from < apps.length; from += ROWS_AT_ONCE) {
    await upsertApps(trx, await Promise.all(apps.slice(from, from + ROWS_AT_ONCE).map(toRow)));
  }
}

async function upsertCategories(
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

async function upsertApps(trx: Transaction<Tables>, rows: Insertable<AppTable>[]): Promise<void> {
  const kept = sql.join(COLUMNS.map((column) => sql.ref(`app.${column}`)));
  const given = sql.join(COLUMNS.map((column) => sql.ref(`excluded.${column}`)));
  const secret = sql<string | null>`coalesce(excluded.secret_hash, app.secret_hash)`;
  await trx
    .insertInto("app")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet((row) => ({
          ...Object.fromEntries(COLUMNS.map((column) => [column, row.ref(`excluded.${column}`)])),
          secret_hash: secret,
          revision: sql<number>`app.revision + 1`,
          updated_at: sql<Date>`now()`,
        }))
        .where(sql<boolean>`(${kept}, app.secret_hash) is distinct from (${given}, ${secret})`),
    )
    .execute();
}

async function toRow({ secret, ...app }: AppToSave): Promise<Insertable<AppTable>> {
  return {
    description: "",
    opens_in: app.launch === "module" ? "module" : "tab",
    display_status: "display",
    sort: 0,
    badge: "",
    roles: [],
    clients: [],
    school_ids: [],
    stage_ids: [],
    grade_ids: [],
    class_ids: [],
    district_id: null,
    ...Object.fromEntries(AUDIENCE_LISTS.map((list) => [list, []])),
    open_at: null,
    close_at: null,
    claims: [],
    settings: {},
    approved: false,
    step_up: false,
    ...app,
    pinyin: app.pinyin ?? (await pinyinOf(app.name)),
    secret_hash: secret === undefined ? null : hashSecret(secret),
  };
}
