import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { redeemTicket } from "#contract";
import { makeApps } from "../../../test/apps.ts";
import { buildTestApp, type TestApp } from "../../../test/build.ts";
import { send } from "../../../test/send.ts";

let at: TestApp;
beforeAll(async () => {
  at = await buildTestApp();
  await makeApps(at.db, [{ id: "homework", launch: "ticket", secret: "secret of homework" }]);
});
afterAll(() => at.close());

let before = 0;
beforeEach(async () => {
  before = (await allRefused()).length;
});

const redeem = (input: object, secret: string) => {
  const authorization = `Basic ${Buffer.from(`homework:${secret}`).toString("base64")}`;
  return send(at.app, redeemTicket, input as { ticket: string }, { headers: { authorization } });
};
/** Returns the audit's refused launches since the test began. */
const refused = async () => (await allRefused()).slice(before);

async function allRefused() {
  await at.app.background.settle();
  return at.db
    .selectFrom("audit_entry")
    .select(["app_id", "object_id", "detail"])
    .where("action", "=", "launch")
    .where("outcome", "=", "refused")
    .orderBy("id")
    .execute();
}

describe("what an app shows as a ticket", () => {
  test.each<[string, object, number, string]>([
    ["nothing", {}, 40001, "bad_input"],
    ["an empty text", { ticket: "" }, 40001, "bad_input"],
    ["a number", { ticket: 7 }, 40001, "bad_input"],
    ["far too much", { ticket: "x".repeat(201) }, 40001, "bad_input"],
    ["a guess", { ticket: "guess" }, 40003, "bad_ticket"],
  ])("is refused and audited once, naming the app: %s", async (_what, input, code, reason) => {
    const { body } = await redeem(input, "secret of homework");
    expect(body.code).toBe(code);
    expect(await refused()).toEqual([
      { app_id: "homework", object_id: "homework", detail: { kind: "ticket", reason } },
    ]);
  });
});

test("who is no app has no say about tickets", async () => {
  const { body } = await redeem({}, "guess");
  expect(body.code).toBe(40005);
  expect(await refused()).toEqual([]);
});
