import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { seal } from "./seal.ts";

let platform: TestApp;
beforeAll(async () => {
  platform = await buildTestApp();
});
afterAll(() => platform.close());

test("200 writers at once: every entry is kept and chained exactly once", async () => {
  const { app, db } = platform;
  await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      app.audit.record(null, { action: "launch", object: { kind: "app", id: String(index) } }),
    ),
  );
  while ((await seal(db, 30)) > 0);
  const links = await db.selectFrom("audit_link").selectAll().orderBy("seq").execute();
  expect(links.map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
});
