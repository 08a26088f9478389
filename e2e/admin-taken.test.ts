import { expect, test } from "vitest";
import { openAdministration } from "./harness/administration.ts";
import { openFor, SharedStage } from "./harness/stage.ts";
import { call, DEMO_PASSWORD, signIn } from "./harness/wire.ts";

const stage = openFor(new SharedStage());

test("a right that is taken back while its holder looks is told, and leaves the screen (GR-03)", async () => {
  const { origin } = stage.platform;
  const giver = { token: await signIn(origin, "wangfang") };
  const { body: found } = await call(origin, "readPeople", { q: "shixuelian" }, giver);
  const [person] = found.data.people;
  const { body: offered } = await call(origin, "readBundles", {}, giver);
  const bundle = offered.data.bundles.find(({ name }) => name === "教务");
  const school_id = person?.memberships[0]?.school_id ?? "";
  const given = await call(
    origin,
    "giveGrant",
    {
      ...{ user_id: person?.id, bundle_id: bundle?.id, password: DEMO_PASSWORD },
      place: { kind: "school", school_id, part_id: "" },
    },
    giver,
  );
  expect(given.body.msg).toBe("ok");

  const { page, context, faults } = await openAdministration(stage, "shixuelian", "/people");
  await page.getByRole("table", { name: "人员" }).getByRole("link").first().waitFor();
  const { grant_id } = given.body.data;
  await call(origin, "endGrant", { grant_id, password: DEMO_PASSWORD }, giver);
  await page.getByRole("searchbox", { name: "查找人员" }).fill("wang");
  await page.getByText("您在这里的管理权限已被收回").waitFor();
  await expect.poll(() => page.getByRole("table", { name: "人员" }).count()).toBe(0);
  await expect.poll(() => page.getByRole("navigation", { name: "管理" }).count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});
