import { expect, test } from "vitest";
import { openAdministration } from "./harness/administration.ts";
import { connectDatabase } from "../server/src/database/connect.ts";
import { readConfig } from "../server/src/platform/config.ts";
import { openFor, Stage } from "./harness/stage.ts";

const stage = openFor(new Stage({ prepare: addEmptySchool }));

/** Adds a school of the district that has an administrator, and nobody and nothing else. */
async function addEmptySchool(dataDir: string) {
  const { everySchool: db, close } = await connectDatabase(readConfig({ DATA_DIR: dataDir }));
  try {
    const { parent_id, password_hash } = await db
      .selectFrom("user")
      .innerJoin("membership", "membership.user_id", "user.id")
      .innerJoin("school", "school.id", "membership.school_id")
      .select(["parent_id", "password_hash"])
      .where("account", "=", "linlan")
      .where("parent_id", "is not", null)
      .executeTakeFirstOrThrow();
    const school_id = "new-school";
    await db
      .insertInto("school")
      .values({ id: school_id, name: "新办小学", kind: "school", parent_id })
      .execute();
    await db
      .insertInto("user")
      .values({ id: "kong", account: "kongzhen", name: "孔真", password_hash })
      .execute();
    await db
      .insertInto("membership")
      .values({ school_id, user_id: "kong", identity: "manager" })
      .execute();
  } finally {
    await close();
  }
}

test("an empty school's administrator is led to the roster wherever people and classes are missing", async () => {
  const { page, context, faults } = await openAdministration(stage, "kongzhen", "/overview");
  const main = page.getByRole("main");
  await main.getByText("还没有学生，不用查班级").waitFor();
  const links = main.getByRole("link", { name: "导入名册" });
  expect(await links.count()).toBe(2);
  const rooms = { classes: "班级", "classes/teaching": "任课表", year: "新学年" };
  for (const [place, title] of Object.entries(rooms)) {
    await page.goto(`${stage.platform.origin}/platformEntry/#/module/admin/${place}`);
    await page.getByRole("heading", { level: 2, name: title, exact: true }).waitFor();
    await main.getByText(/^(学校)?还没有班级$/).waitFor();
    await expect.poll(() => links.count()).toBe(1);
  }
  await links.click();
  await page.getByLabel("名册文件").waitFor({ state: "attached" });
  await page.goto(`${stage.platform.origin}/platformEntry/#/module/admin/year/new`);
  await main.getByRole("link", { name: "选学段" }).click();
  await page.getByRole("heading", { level: 2, name: "新办小学" }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
