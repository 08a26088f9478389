import type { Database, Queryable } from "../../database/database.ts";
import { recordOperator } from "../../audit/audit-entry.ts";
import { newSecret } from "../../platform/secret.ts";
import { upsertCatalogue, type AppToSave, type CatalogueToSave } from "../upsert-catalogue.ts";
import { ALL_SCHOOLS } from "../reach.ts";
import { unknownReferences } from "../named-in-entry.ts";
import { byId } from "./by-id.ts";
import { hasSecret } from "../by-kind.ts";
import { mergeEntry, type Given, type KeptApp } from "./merge-entry.ts";
import { RegistryRefused } from "./options.ts";

type Category = CatalogueToSave["categories"][number];

/** Where an app goes that was given no category. */
const LAST_CATEGORY = { id: "other", name: "其他", sort: 900 };

export interface Registered {
  app: KeptApp;
  /** In clear, once: when the app has got a new one. */
  secret?: string | undefined;
  is_new: boolean;
}

/**
 * Adds an app to the catalogue, or changes what is given of one that is there. It gets a secret when it needs one and
 * has none of this kind yet. Throws `RegistryRefused`; nothing is written then.
 */
export function registerApp(db: Database, id: string, typed: Given): Promise<Registered> {
  return db.transaction().execute(async (trx) => {
    const given = await byId(trx, typed);
    const kept = await readApp(trx, id);
    const category = await categoryFor(trx, given, kept);
    const entry = mergeEntry(id, kept, given, category.id);
    await refuseStrangers(trx, entry, kept);
    const isKept = kept?.secret_hash != null && kept.launch === entry.launch;
    const secret = hasSecret(entry) && !isKept ? newSecret() : undefined;
    await upsertCatalogue(trx, {
      categories: category.made ?? [],
      apps: [{ ...entry, ...(secret !== undefined && { secret }) }],
    });
    await recordOperator(trx, {
      action: "app-change",
      object: { kind: "app", id },
      detail: { fields: Object.keys(given).sort(), is_new: kept === undefined },
    });
    return { app: await findApp(trx, id), secret, is_new: kept === undefined };
  });
}

/** Gives the app a new secret; the old one is refused from now on. */
export function rotateSecret(db: Database, id: string): Promise<Registered> {
  return db.transaction().execute(async (trx) => {
    const app = await findApp(trx, id);
    if (!hasSecret(app)) {
      throw new RegistryRefused(`“${id}”是 ${app.launch} 应用，不用密钥接入，没有可换的密钥。`);
    }
    const { secret_hash: _, revision: _r, created_at: _c, updated_at: _u, ...entry } = app;
    const secret = newSecret();
    await upsertCatalogue(trx, { categories: [], apps: [{ ...entry, secret }] });
    const object = { kind: "app", id };
    await recordOperator(trx, { action: "app-change", object, detail: { fields: ["key"] } });
    return { app: await findApp(trx, id), secret, is_new: false };
  });
}

export async function findApp(db: Queryable, id: string): Promise<KeptApp> {
  const app = await readApp(db, id);
  if (app === undefined) throw new RegistryRefused(`没有编号为“${id}”的应用。`);
  return app;
}

export interface ListedApp {
  id: string;
  name: string;
  launch: string;
  category: string;
  url: string;
}

/** Every app, in the order of the catalogue. */
export function listApps(db: Queryable): Promise<ListedApp[]> {
  return db
    .selectFrom("app as a")
    .innerJoin("app_category as c", "c.id", "a.category_id")
    .select(["a.id", "a.name", "a.launch", "c.name as category", "a.url"])
    .orderBy("c.sort")
    .orderBy("a.sort")
    .orderBy("a.id")
    .execute();
}

/** What is named must exist: a slip would hide an app from everyone. */
async function refuseStrangers(db: Queryable, entry: AppToSave, kept?: KeptApp): Promise<void> {
  const faults = await unknownReferences(db, ALL_SCHOOLS, entry, kept);
  if (faults.length === 0) return;
  const sentences = faults.map(({ ids, kind }) => `没有编号为“${ids.join("、")}”的${kind}。`);
  throw new RegistryRefused(sentences.join("\n"));
}

function readApp(db: Queryable, id: string): Promise<KeptApp | undefined> {
  return db.selectFrom("app").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The category to put the app in, and, when there is none yet, what to make of it. */
async function categoryFor(
  db: Queryable,
  { category: wanted, category_name: name }: Given,
  kept: KeptApp | undefined,
): Promise<{ id: string; made?: [Category] }> {
  const known = await db
    .selectFrom("app_category")
    .select(["id", "name"])
    .orderBy("sort")
    .execute();
  if (wanted === undefined && name === undefined) {
    if (kept !== undefined) return { id: kept.category_id };
    const { id } = LAST_CATEGORY;
    return known.some((one) => one.id === id) ? { id } : { id, made: [LAST_CATEGORY] };
  }
  const found =
    known.find(({ id }) => id === wanted) ?? known.find((one) => one.name === (wanted ?? name));
  if (found !== undefined) return { id: found.id };
  if (wanted === undefined || !/^[\w.-]{1,64}$/.test(wanted) || name === undefined || name === "") {
    const names = known.map((one) => `${one.name}（${one.id}）`).join("、") || "一个也没有";
    throw new RegistryRefused(
      `没有“${wanted ?? name}”这个分类，现有的有：${names}；要新建一个，请同时写 --category 编号（字母和数字）和 --category-name 名称。`,
    );
  }
  return { id: wanted, made: [{ id: wanted, name, sort: LAST_CATEGORY.sort }] };
}
