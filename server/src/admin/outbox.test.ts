import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { getCode } from "../../test/codes.ts";
import { makePerson } from "../../test/people.ts";
import { outboxText } from "./outbox.ts";

let at: TestApp;
beforeAll(async () => {
  at = await buildTestApp();
  await makePerson(at.db, { account: "linlan", mobile: "13900001111" });
});
afterAll(() => at.close());

test("the operator reads whom a code is for, and the code while it is good", async () => {
  expect(await outboxText(at.db, new Date())).toBe("发件箱是空的。");
  const code = await getCode(at.app, "13900001111", "reset");
  const text = await outboxText(at.db, new Date());
  expect(text).toContain(`139****1111  重设密码  等人转告  ${code}`);
  expect(text).not.toContain("13900001111");
  const later = await outboxText(at.db, new Date(Date.now() + 301_000));
  expect(later).toContain("139****1111  重设密码  等人转告  —");
});
