import type { AppDraft } from "#contract";
import type { Database, Queryable } from "../../database/database.ts";
import { recordOperator } from "../../audit/audit-entry.ts";
import { operatorsName } from "../../platform/operators-name.ts";
import {
  faultsOf,
  hasSecret,
  mergeDraft,
  readEntry,
  renewSecret,
  saveEntry,
  upsertCategories,
  type CatalogueToSave,
  type KeptApp,
  type SavedEntry,
} from "../entry.ts";
import { ALL_SCHOOLS } from "../app-scope.ts";
import { byId, mergeSettings, optionOf, RegistryRefused, type Given } from "./options.ts";

type Category = CatalogueToSave["categories"][number];

/** The category of an app that was given none. */
const LAST_CATEGORY = { id: "other", name: "其他", sort: 900 };

/** The options that a new app must have, by the field that each fills. */
const WANTED = { name: "--name", launch: "--kind", url: "--url" } as const;

/**
 * Adds an app to the catalogue, or changes the given fields of a present one. It gets a secret when it needs one and
 * has none of this kind yet. Throws `RegistryRefused`; nothing is written then.
 */
export function registerApp(db: Database, id: string, typed: Given): Promise<SavedEntry> {
  return db.transaction().execute(async (trx) => {
    const given = await byId(trx, typed);
    const kept = await readEntry(trx, id);
    const category = await categoryFor(trx, given, kept);
    const draft = draftOf(id, kept, given, category.id);
    await upsertCategories(trx, category.made ?? []);
    const entry = mergeDraft(id, kept, draft);
    const faults = await faultsOf(trx, ALL_SCHOOLS, entry, kept, optionOf);
    if (faults.length > 0) throw new RegistryRefused(faults.map(sentenceOf).join("\n"));
    const saved = await saveEntry(trx, entry, kept);
    await recordOperator(trx, {
      action: "app-change",
      object: { kind: "app", id },
      detail: { fields: Object.keys(given).sort(), is_new: saved.is_new },
    });
    return saved;
  });
}

/** Gives the app a new secret; the old one is refused from now on. */
export function rotateSecret(db: Database, id: string): Promise<SavedEntry> {
  return db.transaction().execute(async (trx) => {
    const app = await findApp(trx, id);
    if (!hasSecret(app)) {
      throw new RegistryRefused(`“${id}”是 ${app.launch} 应用，不用密钥接入，没有可换的密钥。`);
    }
    const renewed = await renewSecret(trx, app);
    const object = { kind: "app", id };
    await recordOperator(trx, { action: "app-change", object, detail: { fields: ["key"] } });
    return renewed;
  });
}

export async function findApp(db: Queryable, id: string): Promise<KeptApp> {
  const app = await readEntry(db, id);
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

/** Returns every app, in the order of the catalogue. */
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

function draftOf(
  id: string,
  kept: KeptApp | undefined,
  { category: _c, category_name: _n, settings, ...fields }: Given,
  category_id: string,
): AppDraft {
  const launch = fields.launch ?? kept?.launch;
  const missing = (Object.keys(WANTED) as (keyof typeof WANTED)[]).filter(
    (field) => kept === undefined && fields[field] === undefined,
  );
  if (launch === undefined || missing.length > 0) {
    const options = missing.map((field) => WANTED[field]).join("、");
    throw new RegistryRefused(`还没有编号为“${id}”的应用；要新登记它，还缺 ${options}。`);
  }
  return { ...fields, category_id, settings: mergeSettings(id, launch, kept, settings) };
}

/**
 * Returns the sentence of a fault; it tells the operator ids that no school, class or person has, as a slip would hide
 * an app from everyone.
 */
function sentenceOf(fault: Awaited<ReturnType<typeof faultsOf>>[number]): string {
  if (!("ids" in fault)) return fault.message;
  return `没有编号为“${fault.ids.join("、")}”的${fault.kind}。`;
}

/** Returns the id of the app's category, and the category itself where it is still to be made. */
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
  const made = { id: wanted, name: operatorsName(name, "分类的名称"), sort: LAST_CATEGORY.sort };
  return { id: wanted, made: [made] };
}
