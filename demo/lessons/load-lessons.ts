import { createHash } from "node:crypto";
import { STAGES } from "#contract";
import { readyContents } from "../../server/src/content/ready-contents.ts";
import { saveContents } from "../../server/src/content/save-contents.ts";
import type { Database } from "../../server/src/database/database.ts";
import type { Progress } from "../../server/src/roster/import.ts";
import { derivedId } from "../../server/src/roster/derived-id.ts";
import { DISTRICT_ID, SCHOOLS } from "../generate/schools.ts";
import { makeLessons, type Owner } from "./make-lessons.ts";

/** The key in `platform_state` of the version of the lessons that are loaded. */
const STATE_KEY = "demo_lessons";
const STEP = "写入课程与资源";
const EVERY_GRADE = STAGES.flatMap(({ grades }) => [...grades]);

/**
 * Loads the demo's lessons and resources, for the schools of the roster of `source`. Does nothing when this version is
 * loaded already. Returns whether anything was loaded.
 */
export async function loadLessons(
  db: Database,
  source: string,
  onProgress: (progress: Progress) => void = () => {},
): Promise<boolean> {
  const lessons = makeLessons(ownersFrom(source));
  const fingerprint = createHash("sha256").update(JSON.stringify(lessons)).digest("base64url");
  const known = await db
    .selectFrom("platform_state")
    .select("value")
    .where("key", "=", STATE_KEY)
    .executeTakeFirst();
  if (known?.value === fingerprint) return false;

  const now = new Date();
  const total = lessons.length;
  onProgress({ step: STEP, done: 0, total });
  const contents = await readyContents(
    // a clock that is behind must not hide what is published
    lessons.map((one) => ({
      ...one,
      published_at: one.published_at && one.published_at < now ? one.published_at : now,
    })),
  );
  await db.transaction().execute(async (trx) => {
    await saveContents(trx, contents, now);
    await trx
      .insertInto("platform_state")
      .values({ key: STATE_KEY, value: fingerprint })
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet((row) => ({ value: row.ref("excluded.value") })),
      )
      .execute();
  });
  onProgress({ step: STEP, done: total, total });
  return true;
}

export function ownersFrom(source: string): Owner[] {
  const id = (sourcedId: string) => derivedId(source, "school", sourcedId);
  return [
    { school_id: "", name: "学门资源库", grades: EVERY_GRADE, weight: 60 },
    { school_id: id(DISTRICT_ID), name: "晨曦区教育局", grades: EVERY_GRADE, weight: 24 },
    ...SCHOOLS.map(({ id: school, name, grades }) => ({
      school_id: id(school),
      name,
      grades: grades.map(String),
      weight: 16,
    })),
  ];
}
