import { readConfig } from "../../server/src/platform/config.ts";
import { upsertCatalogue, type AppToSave } from "../../server/src/catalogue/entry.ts";
import { connectDatabase } from "../../server/src/database/connect.ts";

/** Adds apps to the catalogue of a data directory that no process has open. */
export async function addApps(dataDir: string, apps: readonly AppToSave[]): Promise<void> {
  const { everySchool: db, close } = await connectDatabase(readConfig({ DATA_DIR: dataDir }));
  try {
    await db.transaction().execute((trx) => upsertCatalogue(trx, { categories: [], apps }));
  } finally {
    await close();
  }
}
