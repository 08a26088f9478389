import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { chinaDay, IDENTITIES } from "#contract";

import type { Database, Queryable } from "../server/src/database/database.ts";
import {
  upsertCatalogue,
  type AppToSave,
  type CatalogueToSave,
} from "../server/src/catalogue/entry.ts";
import type { Config } from "../server/src/platform/config.ts";
import { readBundle } from "../server/src/roster/bundle.ts";
import { derivedId } from "../server/src/roster/derived-id.ts";
import { importRoster, type Progress } from "../server/src/roster/import.ts";
import { DEMO_CONSENTS, giveConsents } from "./consents.ts";
import { DEMO_GROWTH, giveGrowth } from "./growth.ts";
import { makeMess } from "./mess.ts";
import { DEMO_QUICK_APPS } from "./quick-apps.ts";
import { termOf, writeTimetables } from "./timetables.ts";

/** The roster's source, as its manifest says. */
export const DEMO_SOURCE = "demo";

const ROSTER = fileURLToPath(new URL("roster", import.meta.url));
const CATALOGUE = new URL("catalogue/catalogue.json", import.meta.url);
/** The keys in `platform_state` of the versions of the demo district that are loaded: its people, later events, and its apps. */
const ROSTER_KEY = "demo_roster";
const CATALOGUE_KEY = "demo_catalogue";
const MESS_KEY = "demo_mess";
/** Holds the first day of the term whose timetables are there. */
const TIMETABLE_KEY = "demo_timetable";

/**
 * Loads the demo district: its people through the roster importer, its apps, and the named people's quick apps, cards and consents.
 * Leaves out what is loaded already; `demoApp` is the address of the demo's apps, without a trailing slash. Returns whether
 * anything was loaded.
 */
export async function loadDemo(
  db: Database,
  config: Pick<Config, "host" | "demoAppPort" | "publicUrl">,
  onProgress: (progress: Progress) => void = () => {},
  demoApp: string = demoAppAddress(config),
): Promise<boolean> {
  const hasNewPeople = await loadRoster(db, onProgress);
  if ((await readState(db, MESS_KEY)) === undefined) {
    await db.transaction().execute(async (trx) => {
      await makeMess(trx, DEMO_SOURCE, new Date());
      await writeState(trx, MESS_KEY, "done");
    });
  }
  const now = new Date();
  const { first_day } = termOf(chinaDay(now));
  if ((await readState(db, TIMETABLE_KEY)) !== first_day) {
    await db.transaction().execute(async (trx) => {
      await writeTimetables(trx, DEMO_SOURCE, now);
      await writeState(trx, TIMETABLE_KEY, first_day);
    });
  }
  const hasNewApps = await loadCatalogue(db, demoApp, onProgress);
  return hasNewPeople || hasNewApps;
}

async function loadRoster(
  db: Database,
  onProgress: (progress: Progress) => void,
): Promise<boolean> {
  const hash = createHash("sha256");
  for (const [name, bytes] of await readBundle(ROSTER)) hash.update(`${name}\n`).update(bytes);
  const fingerprint = hash.digest("base64url");
  if ((await readState(db, ROSTER_KEY)) === fingerprint) return false;
  await importRoster(db, ROSTER, { source: DEMO_SOURCE, passwordsStay: true, onProgress });
  await writeState(db, ROSTER_KEY, fingerprint);
  return true;
}

/** Loads the catalogue, again also when the address of the demo's apps has changed. */
async function loadCatalogue(
  db: Database,
  demoApp: string,
  onProgress: (progress: Progress) => void,
): Promise<boolean> {
  const text = await readFile(CATALOGUE, "utf8");
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([text, demoApp, DEMO_QUICK_APPS, DEMO_GROWTH, DEMO_CONSENTS]))
    .digest("base64url");
  if ((await readState(db, CATALOGUE_KEY)) === fingerprint) return false;
  const catalogue = readCatalogue(text, demoApp);
  const total = catalogue.apps.length;
  onProgress({ step: "写入应用", done: 0, total });
  await db.transaction().execute(async (trx) => {
    await upsertCatalogue(trx, catalogue);
    await giveQuickApps(trx);
    await giveGrowth(trx, DEMO_SOURCE, new Date());
    await giveConsents(trx, DEMO_SOURCE, new Date());
    await writeState(trx, CATALOGUE_KEY, fingerprint);
  });
  onProgress({ step: "写入应用", done: total, total });
  return true;
}

async function readState(db: Queryable, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("platform_state")
    .select("value")
    .where("key", "=", key)
    .executeTakeFirst();
  return row?.value;
}

async function writeState(db: Queryable, key: string, value: string): Promise<void> {
  await db
    .insertInto("platform_state")
    .values({ key, value })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet((row) => ({ value: row.ref("excluded.value") })),
    )
    .execute();
}

/** Returns the address at which a browser reaches the demo's app server, by the platform's configuration. */
export function demoAppAddress({
  host,
  demoAppPort,
  publicUrl,
}: Pick<Config, "host" | "demoAppPort" | "publicUrl">): string {
  const listening = ["0.0.0.0", "::"].includes(host) ? "127.0.0.1" : host;
  const name = publicUrl === undefined ? listening : new URL(publicUrl).hostname;
  const isBareIpv6 = name.includes(":") && !name.startsWith("[");
  return `http://${isBareIpv6 ? `[${name}]` : name}:${demoAppPort}`;
}

interface CatalogueFile {
  categories: CatalogueToSave["categories"];
  apps: (Omit<AppToSave, "school_ids" | "class_ids" | "open_at" | "close_at"> & {
    school_sourced_ids: string[];
    class_sourced_ids: string[];
    open_at: string | null;
    close_at: string | null;
  })[];
}

function readCatalogue(text: string, demoApp: string): CatalogueToSave {
  // addresses stand in the entries and in their settings
  const addressed = text.replaceAll("{demo_app}", demoApp);
  const { categories, apps } = JSON.parse(addressed) as CatalogueFile;
  return {
    categories,
    apps: apps.map(({ school_sourced_ids, class_sourced_ids, open_at, close_at, ...app }) => ({
      ...app,
      school_ids: school_sourced_ids.map((id) => derivedId(DEMO_SOURCE, "school", id)),
      class_ids: class_sourced_ids.map((id) => derivedId(DEMO_SOURCE, "class", id)),
      open_at: open_at === null ? null : new Date(open_at),
      close_at: close_at === null ? null : new Date(close_at),
    })),
  };
}

/** Sets the quick apps of named people who have not chosen any. */
async function giveQuickApps(trx: Queryable): Promise<void> {
  const people = await trx
    .selectFrom("user")
    .select(["id", "account"])
    .where("source", "=", DEMO_SOURCE)
    .where("account", "in", Object.keys(DEMO_QUICK_APPS))
    .execute();
  const rows = people.flatMap(({ id, account }) =>
    IDENTITIES.flatMap((identity) => {
      const appIds = DEMO_QUICK_APPS[account]?.[identity];
      return appIds ? [{ user_id: id, identity, app_ids: [...appIds] }] : [];
    }),
  );
  await trx
    .insertInto("quick_app")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["user_id", "identity"]).doNothing())
    .execute();
}
