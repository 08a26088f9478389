import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import {
  previewAgreement,
  publishAgreement,
  readAgreement,
  readAgreementVersion,
  readAgreementVersions,
  withdrawAgreement,
  type Call,
} from "#contract";
import { insertGrant } from "../rights/grants.ts";
import { makePerson, makeSchool, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { openOperator } from "./operator.fixture.ts";

const operator = openOperator();
const as: Record<string, Record<string, string>> = {};
const DRAFT = { type: "user", title: "区级协议", content: "<h1>一</h1><p>甲</p>", format: "html" };

beforeAll(async () => {
  const { app, db } = operator.at;
  const district = await makeSchool(db, { name: "晨曦区", kind: "district" });
  const school = await makeSchool(db, { name: "启明小学", parent_id: district });
  for (const [account, at, identity] of [
    ["he", district, "inner_admin"],
    ["wang", district, "admin"],
    ["lin", school, "manager"],
    ["xiao", school, "student"],
  ] as const) {
    const user_id = await makePerson(db, { account, memberships: [{ school: at, identity }] });
    if (account !== "lin") continue;
    // a right over a part of the platform
    await insertGrant(db, {
      ...{ user_id, right_name: "agreement.publish", bundle_id: null, until: null },
      ...{ place_kind: "school", school_id: school, part_id: "", given_by: null },
      ...{ created_at: operator.now, rests_on_school_id: school, rests_on_identity: "manager" },
    });
  }
  for (const account of ["he", "wang", "lin"]) as[account] = (await signIn(app, account)).headers;
});

async function make<C extends Call>(who: string, call: C, input: Record<string, unknown> = {}) {
  return (await send(operator.at.app, call, input, { headers: as[who] ?? {} })).body;
}
const versions = async () =>
  (await make("he", readAgreementVersions)).data.versions.filter(({ type }) => type === "user");

describe("agreements in administration", () => {
  test("is for who has the right on the whole platform", async () => {
    const calls: [Call, Record<string, unknown>][] = [
      [readAgreementVersions, {}],
      [readAgreementVersion, { id: "1" }],
      [previewAgreement, DRAFT],
      [publishAgreement, DRAFT],
      [withdrawAgreement, { type: "user", version: 2 }],
    ];
    for (const [call, input] of calls) {
      for (const who of ["wang", "lin"]) {
        expect([call.path, who, (await make(who, call, input)).code]).toEqual([
          call.path,
          who,
          40005,
        ]);
      }
    }
    expect(await versions()).toHaveLength(1);
  });

  test("shows a version as it will be read, whom it asks, and what will not stay", async () => {
    const content = "<h1>一</h1><p onclick=x>甲</p><script>alert(1)</script><img src=x>";
    const { data } = await make("he", previewAgreement, { ...DRAFT, content });
    expect(data).toMatchObject({
      agreement: { version: 2, title: "区级协议", content: "<h2>一</h2><p>甲</p>" },
      ...{ dropped: ["img", "script"], refusal: null },
      // the pupil is a child: a guardian is asked by another agreement
      asks: 3,
    });
    const child = await make("he", previewAgreement, { ...DRAFT, type: "child" });
    expect(child.data.asks).toBe(1);
    expect(await versions()).toHaveLength(1);
  });

  test.each([
    [{ content: "<script>1</script>" }, "里面没有可以显示的文字。"],
    [{ title: "  " }, "请填写协议的标题。"],
    [{ effective_day: "2026-11-01" }, "生效日期已经过去，不填则立即生效。"],
    [{ effective_day: "2026-02-30" }, "没有这一天。"],
  ])("refuses %j with the reason", async (input, reason) => {
    for (const call of [previewAgreement, publishAgreement]) {
      expect(await make("he", call, { ...DRAFT, ...input })).toMatchObject({
        ...{ code: 40001, msg: reason },
      });
    }
  });

  test("publishes for a day, and says why an earlier one would keep it from ever counting", async () => {
    const later = { ...DRAFT, effective_day: "2026-12-01" };
    const { data } = await make("he", publishAgreement, later);
    expect(data.version).toBe(2);
    const waiting = await make("he", readAgreementVersion, { id: data.id });
    expect(waiting.data).toMatchObject({ title: "区级协议", content: "<h2>一</h2><p>甲</p>" });
    expect((await send(operator.at.app, readAgreement, { id: data.id })).body.code).toBe(40400);

    const { refusal } = (await make("he", previewAgreement, DRAFT)).data;
    expect(refusal).toMatch(/^《区级协议》第 2 版已定于.*永远不能生效.*先撤回它。$/);
    expect((await make("he", publishAgreement, DRAFT)).msg).toBe(refusal);
    expect((await versions()).map(({ version, state }) => [version, state])).toEqual([
      [2, "waiting"],
      [1, "in-force"],
    ]);
    const third = await make("he", publishAgreement, { ...later, title: "改正" });
    expect(third.data.version).toBe(3);
    expect((await versions()).map(({ state }) => state)).toEqual([
      "waiting",
      "skipped",
      "in-force",
    ]);

    expect((await make("he", withdrawAgreement, { type: "user", version: 3 })).code).toBe(200);
    expect((await make("he", withdrawAgreement, { type: "user", version: 2 })).code).toBe(200);
    const gone = await make("he", withdrawAgreement, { type: "user", version: 2 });
    expect([gone.code, gone.msg]).toEqual([40001, "没有 user 的第 2 版。"]);
    const inForce = await make("he", withdrawAgreement, { type: "user", version: 1 });
    expect(inForce.msg).toMatch(/不能撤回/);
  });

  test("gives two who publish at the same moment one number after the other", async () => {
    const children = { ...DRAFT, type: "child" };
    const both = await Promise.all(
      ["甲", "乙", "丙"].map((title) => make("he", publishAgreement, { ...children, title })),
    );
    expect(both.map(({ code }) => code)).toEqual([200, 200, 200]);
    expect(new Set(both.map(({ data }) => data.version))).toEqual(new Set([2, 3, 4]));
    expect(new Set(both.map(({ data }) => data.id)).size).toBe(3);
  });

  test("an attempt that is sent again because no answer came publishes one version, also at once", async () => {
    const asked = { ...DRAFT, type: "privacy", attempt: randomUUID() };
    const first = await make("he", publishAgreement, asked);
    expect(first).toMatchObject({ code: 200, data: { version: 2 } });
    expect(await make("he", publishAgreement, asked)).toEqual(first);
    const at = { ...asked, attempt: randomUUID() };
    const both = await Promise.all([at, at, at].map((one) => make("he", publishAgreement, one)));
    expect(both.map(({ data }) => data.version)).toEqual([3, 3, 3]);
    for (const who of ["wang", "lin"]) {
      expect((await make(who, publishAgreement, asked)).code).toBe(40005);
    }
    const inForce = await send(operator.at.app, readAgreement, { type: "privacy" });
    expect(inForce.body.data).toMatchObject({ id: both[0]?.data.id, version: 3 });
    const { data } = await make("he", publishAgreement, { ...DRAFT, type: "privacy" });
    const found = await send(operator.at.app, readAgreement, { id: data.id });
    expect([data.version, found.body.data.version]).toEqual([4, 4]);
  });

  test("wants a fresh proof to publish or withdraw, and notes who did it", async () => {
    operator.now = new Date(operator.now.getTime() + 3_600_000);
    const stale = await make("he", publishAgreement, DRAFT);
    expect(stale).toMatchObject({ code: 40004, data: { check: "password" } });
    expect(await versions()).toHaveLength(1);
    const { data } = await make("he", publishAgreement, { ...DRAFT, password: TEST_PASSWORD });
    expect(data.version).toBe(4);
    const { body } = await send(operator.at.app, readAgreement, { type: "user" });
    expect(body.data.title).toBe("区级协议");
    const entries = await operator.at.db
      .selectFrom("audit_entry")
      .select(["user_id", "detail"])
      .where("action", "=", "agreement-change")
      .where("object_id", "=", data.id)
      .execute();
    expect(entries).toEqual([
      { user_id: expect.any(String), detail: { type: "user", version: 4 } },
    ]);
  });
});
