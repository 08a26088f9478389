import { expect, it } from "vitest";
import { ORIGIN } from "../../../../test/lti-tool.ts";
import { makeSchool } from "../../../../test/people.ts";
import { CLAIMS, GRADE_SCOPES, MEDIA, SCOPES } from "../vocabulary.ts";
import { ALL_SCOPES, type LtiTestApp } from "./refusals.fixture.ts";

/** Tests refusals of a tool's server that asks for a class: its members, its line items, its scores. */
export function refuseClassServices(at: LtiTestApp): void {
  const get = (url: string, authorization = "") =>
    at.app.inject({
      url: url.replace(ORIGIN, ""),
      headers: authorization === "" ? {} : { authorization },
    });
  const members = async (by = at.lin, id = "lab") =>
    (await at.launched(id, by)).field(CLAIMS.namesRoles, "context_memberships_url");

  it.each<[string, number, string, () => string | Promise<string>]>([
    ["without a token", 401, "invalid_token", () => ""],
    ["with a token made up", 401, "invalid_token", () => `Bearer ${"a".repeat(43)}`],
    ["with what is no token", 401, "invalid_token", () => "Bearer ' or 1=1"],
    ["with the token of a person", 401, "invalid_token", () => `Bearer ${at.lin.cookie.slice(6)}`],
    [
      "by name and secret",
      401,
      "invalid_token",
      () => `Basic ${Buffer.from("ticket:s").toString("base64")}`,
    ],
    [
      "with a token of an hour ago",
      401,
      "invalid_token",
      async () => {
        const token = await at.bearerOf();
        at.later(3_600_000);
        at.lin = await at.person("lin");
        return `Bearer ${token}`;
      },
    ],
    [
      "with a token for grades only",
      400,
      "insufficient_scope",
      async () => `Bearer ${await at.bearerOf(GRADE_SCOPES.join(" "))}`,
    ],
    [
      "with the token of another tool",
      404,
      "not_found",
      async () =>
        `Bearer ${await at.bearerOf(ALL_SCOPES, { iss: "other", sub: "other" }, at.otherKeys)}`,
    ],
  ])("%s", async (_what, status, error, authorization) => {
    const credentials = await authorization();
    const answer = await get(await members(), credentials);
    expect([answer.statusCode, answer.json().error]).toEqual([status, error]);
    expect(answer.body).not.toContain("members");
  });

  it.each(["no-such", "..%2f..", "a'b", "%00", "x".repeat(80)])("that is none: %s", async (id) => {
    const answer = await get(`/lti/contexts/${id}/members`, `Bearer ${await at.bearerOf()}`);
    expect(answer.statusCode).toBe(404);
  });

  it("of a class that has closed", async () => {
    const [address, token] = [await members(), `Bearer ${await at.bearerOf()}`];
    const switchClass = (is_abled: boolean) =>
      at.db.updateTable("class").set({ is_abled }).where("id", "=", "c1").execute();
    await switchClass(false);
    expect((await get(address, token)).statusCode).toBe(404);
    await switchClass(true);
  });

  it.each<[string, Partial<Record<string, string | string[] | null>>]>([
    ["for other schools", { school_ids: ["elsewhere"] }],
    ["of another district", { district_id: "elsewhere" }],
    ["off at the school", { off_school_ids: ["primary"] }],
    ["not for the school", { deny_school_ids: ["primary"] }],
    ["not on the shelf", { shelf_state: "checked" }],
    ["for other grades", { grade_ids: ["4"] }],
    ["not for the class", { deny_class_ids: ["c1"] }],
  ])("by a tool that is %s by now", async (_what, change) => {
    const [address, token] = [await members(), `Bearer ${await at.bearerOf()}`];
    const of = at.db.selectFrom("app").where("id", "=", "lab");
    const kept = await of.select(Object.keys(change) as "school_ids"[]).executeTakeFirstOrThrow();
    if (change["district_id"] !== undefined) {
      await makeSchool(at.db, { id: "elsewhere", kind: "district" });
    }
    const set = (values: object) =>
      at.db.updateTable("app").set(values).where("id", "=", "lab").execute();
    await set(change);
    at.later(2000);
    expect((await get(address, token)).statusCode).toBe(404);
    await set(kept);
    at.later(2000);
    expect((await get(address, token)).statusCode).toBe(200);
  });

  it.each(["limit=0", "limit=-1", "limit=x", "page=0", "limit=1&limit=2", "role=a&role=b"])(
    "with pages that are none: %s",
    async (query) => {
      const answer = await get(`${await members()}?${query}`, `Bearer ${await at.bearerOf()}`);
      expect([answer.statusCode, answer.json().error]).toEqual([400, "invalid_request"]);
    },
  );

  const LINE_ITEM = { label: "测验", scoreMaximum: 10 };
  const post = async (
    url: string,
    payload: unknown,
    media: string = MEDIA.lineItem,
    token?: string,
  ) =>
    at.app.inject({
      method: "POST",
      url: url.replace(ORIGIN, ""),
      payload: typeof payload === "string" ? payload : JSON.stringify(payload),
      headers: {
        "content-type": media,
        authorization: `Bearer ${token ?? (await at.bearerOf())}`,
      },
    });
  const list = async (by = at.lin) =>
    (await at.launched("lab", by)).field(CLAIMS.endpoint, "lineitems");

  it.each<[string, unknown, string?]>([
    ["without a label", { scoreMaximum: 10 }],
    ["with an empty label", { ...LINE_ITEM, label: "" }],
    ["with an endless label", { ...LINE_ITEM, label: "x".repeat(300) }],
    ["with a zero byte", { ...LINE_ITEM, tag: "a\u0000" }],
    ["without a maximum", { label: "测验" }],
    ["with a maximum of nothing", { ...LINE_ITEM, scoreMaximum: 0 }],
    ["with a maximum below nothing", { ...LINE_ITEM, scoreMaximum: -1 }],
    ["with a maximum as text", { ...LINE_ITEM, scoreMaximum: "10" }],
    ["with a day that is none", { ...LINE_ITEM, endDateTime: "tomorrow" }],
    ["with a link of elsewhere", { ...LINE_ITEM, resourceLinkId: "tile-other" }],
    ["that is a list", [LINE_ITEM]],
    ["that is no JSON", "{"],
    ["that would reach a prototype", '{"__proto__":{"a":1},"label":"x","scoreMaximum":1}'],
    ["as another kind", LINE_ITEM, "text/plain"],
  ])("with a line item %s", async (_what, body, media) => {
    const answer = await post(await list(), body, media);
    expect([400, 415]).toContain(answer.statusCode);
    expect(answer.json().error).toBe("invalid_request");
  });

  it("to write with a token for reading", async () => {
    const token = await at.bearerOf(SCOPES.lineItemRead);
    const answer = await post(await list(), LINE_ITEM, MEDIA.lineItem, token);
    expect([answer.statusCode, answer.json().error]).toEqual([400, "insufficient_scope"]);
  });

  const score = async (change: object) => {
    const made = (await post(await list(), LINE_ITEM)).json();
    const { sub } = await at.launched("lab", await at.person("pupil"));
    const whole = {
      userId: sub,
      scoreGiven: 1,
      scoreMaximum: 1,
      timestamp: at.now.toISOString(),
      activityProgress: "Completed",
      gradingProgress: "FullyGraded",
    };
    return post(`${made.id}/scores`, { ...whole, ...change }, MEDIA.score);
  };

  it.each<[string, number, object | (() => Promise<object>)]>([
    ["of nobody", 404, { userId: "nobody" }],
    ["of a teacher", 404, async () => ({ userId: (await at.launched()).sub })],
    [
      "of a pupil by another tool's name for them",
      404,
      async () => ({ userId: (await at.launched("other", await at.person("pupil"))).sub }),
    ],
    ["below nothing", 400, { scoreGiven: -1 }],
    ["of nothing", 400, { scoreMaximum: 0 }],
    ["without what it is out of", 400, { scoreMaximum: undefined }],
    ["without a moment", 400, { timestamp: undefined }],
    ["at a moment that is none", 400, { timestamp: "now" }],
    [
      "of next week",
      400,
      () =>
        Promise.resolve({ timestamp: new Date(at.now.getTime() + 7 * 86_400_000).toISOString() }),
    ],
    ["in a progress that is none", 400, { activityProgress: "Dreaming" }],
    ["in a grading that is none", 400, { gradingProgress: "Lost" }],
    ["with an endless comment", 400, { comment: "x".repeat(5000) }],
    ["with a zero byte", 400, { comment: "\u0000" }],
  ])("with a score %s", async (_what, status, change) => {
    const answer = await score(typeof change === "function" ? await change() : change);
    expect(answer.statusCode).toBe(status);
  });

  it("with a line item of another class", async () => {
    const made = (await post(await list(await at.person("sun", "teacher")), LINE_ITEM)).json();
    const mine = await list(at.lin);
    const id = String(made.id).split("/").at(-1);
    const answer = await get(`${mine}/${id}`, `Bearer ${await at.bearerOf()}`);
    expect(answer.statusCode).toBe(404);
  });
}
