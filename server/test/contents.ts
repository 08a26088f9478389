import type { Database } from "../src/database/database.ts";
import type { ContentToSave } from "../src/content/content-faults.ts";
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
      school_id: "",
      type_id: "lesson",
      title: item.id,
      description: "",
      cover: "",
      stage_id: "",
      grade_id: "",
      subject_id: "",
      author: "",
      source: "",
      keywords: [],
      sections: [],
      media: [],
      state: "published",
      ...item,
    })),
  );
  await saveContents(db, contents, now);
}
