import type { Database } from "../src/database/database.ts";
import type { ContentToSave } from "../src/content/content-faults.ts";
import { NEW_ITEM } from "../src/content/managed-values.ts";
import { readyContents } from "../src/content/ready-contents.ts";
import { saveContents } from "../src/content/save-contents.ts";

/** Stores items as the product does, with plain values for fields that are not given. */
export async function makeContents(
  db: Database,
  items: readonly (Partial<ContentToSave> & { id: string })[],
  now: Date,
): Promise<void> {
  const contents = await readyContents(
    items.map((item) => ({
      ...NEW_ITEM,
      ...{ school_id: "", type_id: "lesson", title: item.id, state: "published" as const },
      ...item,
    })),
  );
  await saveContents(db, contents, now);
}
