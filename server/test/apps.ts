import { upsertCatalogue, type AppToSave } from "../src/catalogue/entry.ts";
import type { Database } from "../src/database/database.ts";

/**
 * Makes apps of the catalogue, all in the category `study` unless said otherwise; plain links for everyone by default.
 */
export async function makeApps(
  db: Database,
  apps: readonly (Partial<AppToSave> & { id: string })[],
): Promise<void> {
  const whole = apps.map((app) => ({
    category_id: "study",
    name: app.id,
    icon: "icons/a.svg",
    icon_mono: "icons/a-mono.svg",
    launch: "link" as const,
    url: `https://app.example/${app.id}`,
    ...app,
  }));
  const categories = [...new Set(whole.map((app) => app.category_id))].map((id, sort) => ({
    id,
    name: `分类 ${id}`,
    sort,
  }));
  await db.transaction().execute((trx) => upsertCatalogue(trx, { categories, apps: whole }));
}

/** Makes a class of a school with its pupils and teachers (ids of people). */
export async function makeClass(
  db: Database,
  school_id: string,
  {
    id,
    grade_id,
    stage_id = "primary",
    students = [],
    teachers = [],
    heads = [],
  }: {
    id: string;
    grade_id: string;
    stage_id?: string;
    students?: string[];
    teachers?: string[];
    heads?: string[];
  },
): Promise<void> {
  const of = { school_id, class_id: id };
  await db
    .insertInto("class")
    .values({ school_id, id, name: `${id} 班`, grade_id, stage_id })
    .execute();
  for (const user_id of students) {
    await db
      .insertInto("class_student")
      .values({ ...of, user_id })
      .execute();
  }
  for (const user_id of [...teachers, ...heads]) {
    const is_head = heads.includes(user_id);
    await db
      .insertInto("class_teacher")
      .values({ ...of, user_id, is_head })
      .execute();
  }
}
