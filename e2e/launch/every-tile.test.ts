import { expect, test } from "vitest";
import { openFor, SharedStage } from "../harness/stage.ts";
import { call, signIn } from "../harness/wire.ts";

/** People who together see every kind of tile, under every identity. */
const PEOPLE = [
  ["linlan", "manager", "林岚"],
  ["linlan", "teacher", "林岚"],
  ["linlan", "parent", "林岚"],
  ["sunhao", "teacher", "孙浩"],
  ["zhaoyifan", "student", "赵一凡"],
  ["linxiaoman", "student", "林小满"],
  ["wangfang", "admin", "王芳"],
  ["hezhi", "inner_admin", "何志"],
] as const;
/** The modules that the build contains. */
const MODULES = [
  "/module/profile",
  "/module/growth-record",
  "/module/class-roster",
  "/module/invitation",
  "/module/admin",
];

const stage = openFor(new SharedStage());

test.each(PEOPLE)("every tile of %s as %s really opens", async (account, identity, name) => {
  const { platform } = stage;
  const token = await signIn(platform.origin, account);
  const acting = { token, headers: { identity } };
  const { body } = await call(platform.origin, "readApps", {}, acting);
  const shown = body.data.apps.filter(({ display_status }) => display_status === "display");
  expect(shown.length).toBeGreaterThan(5);
  for (const app of shown) {
    const launch = await call(platform.origin, "launchApp", { app_id: app.id }, acting);
    expect([app.name, launch.body.code]).toEqual([app.name, 200]);
    const { kind, url } = launch.body.data;
    expect(kind).toBe(app.launch);
    if (kind === "module") {
      // a page of the platform's own
      if (url === "/timetable") continue;
      const [module = ""] = /^\/module\/[\w-]+/.exec(url) ?? [];
      expect(MODULES).toContain(module);
      const manifest = `${platform.page}${module.replace("/module/", "modules/")}.json`;
      expect([app.name, (await fetch(manifest)).status]).toEqual([app.name, 200]);
      continue;
    }
    // Chromium follows the protocols to their end in the tests beside this one; here each begins as it should.
    const page = await fetch(url, {
      headers: { cookie: `token=${token}` },
      redirect: kind === "oidc" ? "manual" : "follow",
    });
    expect([app.name, page.status]).toEqual([app.name, kind === "oidc" ? 303 : 200]);
    if (kind === "oidc") expect(page.headers.get("location")).toContain(`${platform.origin}/oidc/`);
    const text = await page.text();
    if (kind === "link") expect(text).toContain(app.name);
    if (kind === "ticket") expect(text).toContain(name);
  }
});
