import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { IDENTITIES } from "#contract";

import type { Database, Queryable } from "../server/src/database/database.ts";
import {
  upsertCatalogue,
  type AppToSave,
  type CatalogueToSave,
} from "../server/src/catalogue/upsert-catalogue.ts";
import type { Config } from "../server/src/config.ts";
import { readBundle } from "../server/src/roster/bundle.ts";
import { derivedId } from "../server/src/roster/derived-id.ts";
import { importRoster, type Progress } from "../server/src/roster/import.ts";
import { DEMO_QUICK_APPS } from "./quick-apps.ts";

/** The roster's source, as its manifest says. */
export const DEMO_SOURCE = "demo";

const ROSTER = fileURLToPath(new URL("roster", import.meta.url));
const CATALOGUE = new URL("catalogue/catalogue.json", import.meta.url);
/** The row of `platform_state` that says which demo district is in. */
const STATE_KEY = "demo_district";

/**
 * Brings the demo district in: its people through the roster importer, its apps, and what the named people start
 * with. Does nothing when this very district is in already.
 *
 * @param demoApp where the apps of the tiles are, without a trailing slash
 * @returns whether anything was brought in
 */
export async function loadDemo(
  db: Database,
  config: Pick<Config, "host" | "demoAppPort" | "publicUrl">,
  onProgress: (progress: Progress) => void = () => {},
  demoApp: string = demoAppAddress(config),
): Promise<boolean> {
  const catalogueText = await readFile(CATALOGUE, "utf8");
  const fingerprint = await fingerprintOf(catalogueText, demoApp);
  const known = await db
    .selectFrom("platform_state")
    .select("value")
    .where("key", "=", STATE_KEY)
    .executeTakeFirst();
  if (known?.value === fingerprint) return false;

  await importRoster(db, ROSTER, { source: DEMO_SOURCE, onProgress });
  const catalogue = readCatalogue(catalogueText, demoApp);
  const total = catalogue.apps.length;
  onProgress({ step: "写入应用", done: 0, total });
  await db.transaction().execute(async (trx) => {
    await upsertCatalogue(trx, catalogue);
    await giveQuickApps(trx);
    await trx
      .insertInto("platform_state")
      .values({ key: STATE_KEY, value: fingerprint })
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet((row) => ({ value: row.ref("excluded.value") })),
      )
      .execute();
  });
  onProgress({ step: "写入应用", done: total, total });
  return true;
}

/** Where a browser finds the demo's app server when the platform runs with this configuration. */
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

async function fingerprintOf(catalogueText: string, demoApp: string): Promise<string> {
  const hash = createHash("sha256");
  for (const [name, bytes] of await readBundle(ROSTER)) hash.update(`${name}\n`).update(bytes);
  const rest = JSON.stringify([catalogueText, demoApp, DEMO_QUICK_APPS]);
  return hash.update(rest).digest("base64url");
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

/** Somebody who has chosen already keeps the choice. */
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
