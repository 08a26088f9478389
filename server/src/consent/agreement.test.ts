import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AGREEMENT_TYPES, readAgreement } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { send } from "../../test/send.ts";

let now = new Date("2026-11-20T00:00:00Z");
let at: TestApp;
beforeAll(async () => {
  at = await buildTestApp({ now: () => now });
});
afterAll(() => at.close());
const read = (input: Record<string, string>) => send(at.app, readAgreement, input);

describe("an agreement is read without a session (RT-05)", () => {
  test.each(AGREEMENT_TYPES)("the product comes with one of type %s", async (type) => {
    const { status, body } = await read({ type });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ type, version: 1, effective_at: "2026-08-31T16:00:00.000Z" });
    expect(body.data.title).toMatch(/协议|政策|规则/);
    const text = body.data.content.replaceAll(/<[^>]+>/g, "");
    expect(text.length).toBeGreaterThan(600);
    expect(body.data.content).not.toMatch(/<script|on\w+=|javascript:/i);
    expect((await read({ id: body.data.id })).body).toEqual(body);
  });

  test.each([{ type: "cookies" }, { id: "99" }, { type: "user", id: "2" }])(
    "%j is not there",
    async (input) => {
      const { status, body } = await read(input);
      expect([status, body]).toEqual([404, { code: 40400, data: null, msg: "内容不存在" }]);
    },
  );

  test("one of type and id is needed", async () => {
    expect((await read({})).body).toMatchObject({
      code: 40001,
      data: { errors: [{ path: "type" }] },
    });
  });

  test("a version is in force from its day on", async () => {
    const effective_at = new Date(now.getTime() + 1000);
    await at.db
      .insertInto("agreement")
      .values({
        id: "20",
        type: "user",
        version: 2,
        title: "新版",
        content: "<p>新</p>",
        effective_at,
      })
      .execute();
    expect((await read({ type: "user" })).body.data.version).toBe(1);
    expect((await read({ id: "20" })).status).toBe(404);
    now = effective_at;
    expect((await read({ type: "user" })).body.data.title).toBe("新版");
    expect((await read({ id: "1" })).body.data.version).toBe(1);
  });
});
