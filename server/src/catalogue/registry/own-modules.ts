import type { Database } from "../../database/database.ts";
import { recordOperator } from "../../audit/audit-entry.ts";
import { upsertCatalogue, type AppToSave } from "../entry.ts";

const CATEGORY = { id: "campus", name: "校园", sort: 800 };

/** The program's own modules that have a tile; the profile is in the menu of every page. */
const OWN_MODULES = [
  {
    id: "class-roster",
    name: "班级学生",
    description: "查看班级里的学生，为忘记密码的学生重置密码",
    icon: "class-roster",
    roles: ["manager", "head-teacher"],
    sort: 10,
  },
  {
    id: "invitation",
    name: "邀请码",
    description: "邀请学生、家长和教职工加入",
    icon: "invitation",
    roles: ["manager", "head-teacher"],
    sort: 20,
  },
  {
    id: "growth-record",
    name: "成长档案",
    description: "应用为学生发来的奖章、阅读和视力等记录",
    icon: "growth-record",
    roles: ["student", "parent"],
    sort: 30,
  },
  {
    id: "admin",
    name: "学校管理",
    description: "人员、班级、权限与变更",
    icon: "admin",
    roles: ["manager", "admin", "inner_admin"],
    sort: 40,
  },
] as const;

export function isOwnModule(id: string): boolean {
  return OWN_MODULES.some((one) => one.id === id);
}

/**
 * Adds the program's own modules that the catalogue lacks, so that a deployment has them from its first start and a
 * release brings new ones. A present one is the operator's: their changes stay.
 *
 * @returns the ids of the added ones
 */
export function registerOwnModules(db: Database): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const ids = OWN_MODULES.map(({ id }) => id);
    const kept = await trx.selectFrom("app").select("id").where("id", "in", ids).execute();
    const missing = OWN_MODULES.filter(({ id }) => kept.every((app) => app.id !== id));
    if (missing.length === 0) return [];
    const category = await trx
      .selectFrom("app_category")
      .select("id")
      .where("id", "=", CATEGORY.id)
      .executeTakeFirst();
    await upsertCatalogue(trx, {
      categories: category === undefined ? [CATEGORY] : [],
      apps: missing.map(entryOf),
    });
    for (const { id } of missing) {
      const detail = { by: "program", is_new: true };
      await recordOperator(trx, { action: "app-change", object: { kind: "app", id }, detail });
    }
    return missing.map(({ id }) => id);
  });
}

function entryOf({ icon, roles, ...entry }: (typeof OWN_MODULES)[number]): AppToSave {
  return {
    ...entry,
    roles: [...roles],
    category_id: CATEGORY.id,
    icon: `icons/${icon}.svg`,
    icon_mono: `icons/${icon}-mono.svg`,
    launch: "module",
    url: `/module/${entry.id}`,
  };
}
