import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  beginPasskey,
  beginPasskeyLogin,
  confirmPasskey,
  login,
  loginByPasskey,
  readUserDetail,
  removeFactor,
} from "#contract";
import { buildTestApp, type TestApp } from "../../../test/build.ts";
import { makePerson, makeSchool, signIn, TEST_PASSWORD } from "../../../test/people.ts";
import { send } from "../../../test/send.ts";
import { SoftPasskey } from "../../../test/soft-passkey.ts";

const ORIGIN = "https://school.example";
const MINUTE_MS = 60_000;
let time = Date.parse("2026-11-20T00:00:00Z");
let at: TestApp;
let people = 0;
let account: string;
let id: string;
let passkey: SoftPasskey;

beforeAll(async () => {
  at = await buildTestApp({
    config: { publicUrl: ORIGIN, secondFactor: "required" },
    now: () => new Date(time),
  });
  await makeSchool(at.db, { id: "school" });
});
afterAll(() => at.close());
beforeEach(async () => {
  time += 60 * MINUTE_MS;
  account = `person${(people += 1)}`;
  const memberships = [{ school: "school", identity: "teacher" as const }];
  id = await makePerson(at.db, { account, memberships });
  passkey = await enrolled(account);
});

async function enrolled(whose: string): Promise<SoftPasskey> {
  const { headers } = await signIn(at.app, whose);
  const made = new SoftPasskey(ORIGIN);
  const begun = await send(at.app, beginPasskey, { password: TEST_PASSWORD }, { headers });
  const response = made.create(begun.body.data.options);
  const input = { name: "电脑", response };
  const { status } = await send(at.app, confirmPasskey, input, { headers });
  expect(status).toBe(200);
  return made;
}

const begin = async () =>
  (await send(at.app, beginPasskeyLogin, {})).body.data.options as Record<string, unknown>;
const enter = (answer: object, more: object = {}, client = "web") =>
  send(at.app, loginByPasskey, { passkey: answer, ...more }, { headers: { client } });
const refusal = { code: 40003, data: null, msg: expect.stringContaining("通行密钥没有通过验证") };

describe("sign-in by a passkey alone (SE-10)", () => {
  test("names nobody before, and is the second step as well", async () => {
    const options = await begin();
    expect(options).toMatchObject({
      rpId: "school.example",
      allowCredentials: [],
      userVerification: "required",
    });
    const { body } = await enter(passkey.get(options));
    expect(body).toMatchObject({ code: 200, data: { auth_data: { account, user_id: id } } });
    const headers = { authorization: `Bearer ${body.data.token}` };
    expect((await send(at.app, readUserDetail, {}, { headers })).status).toBe(200);
    const entry = await at.db
      .selectFrom("audit_entry")
      .select("detail")
      .where("subject_id", "=", id)
      .where("action", "=", "sign-in")
      .orderBy("at", "desc")
      .executeTakeFirst();
    expect(entry?.detail).toEqual({ by: "passkey", factor: "passkey", client: "web" });
  });

  test("takes the place of the live session of that client kind only (SE-05)", async () => {
    const phone = await enter(passkey.get(await begin()), {}, "mobile");
    const first = await enter(passkey.get(await begin()));
    const second = await enter(passkey.get(await begin()));
    const told = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await send(at.app, readUserDetail, {}, { headers })).body.code;
    };
    expect(await told(first.body.data.token)).toBe(401);
    expect(await told(second.body.data.token)).toBe(200);
    expect(await told(phone.body.data.token)).toBe(200);
  });

  test("a challenge opens once, however many bring it at once", async () => {
    const answer = passkey.get(await begin());
    const codes = (await Promise.all(Array.from({ length: 12 }, () => enter(answer)))).map(
      ({ body }) => body.code,
    );
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect((await enter(answer)).body).toEqual(refusal);
  });

  test("consents are asked for, and the same answer opens with them (SE-08)", async () => {
    await at.db.deleteFrom("consent").where("user_id", "=", id).execute();
    const answer = passkey.get(await begin());
    const asked = await enter(answer);
    expect(asked.body).toMatchObject({ code: 40004, data: { check: "consent" } });
    const { agreements } = asked.body.data as unknown as { agreements: object[] };
    expect((await enter(answer, { check: { consents: agreements } })).status).toBe(200);
  });

  test.each([
    ["that looked at no fingerprint", () => void (passkey.verifies = false), {}],
    ["after five minutes", () => void (time += 5 * MINUTE_MS + 1), {}],
    ["that names somebody else", () => {}, { userHandle: "c29tZWJvZHk" }],
    ["that names nobody", () => {}, { userHandle: undefined }],
    ["with another signature", () => {}, { signature: "MEUCIQDx0S" }],
  ])("an answer %s opens nothing", async (_, change, over) => {
    const options = await begin();
    change();
    expect((await enter(passkey.get(options, over))).body).toEqual(refusal);
  });

  test("nor one from another site, of a passkey unknown here, or to a challenge for something else", async () => {
    const elsewhere = new SoftPasskey("https://scho0l.example");
    elsewhere.create({ challenge: "x", user: { id: "x" } });
    expect((await enter(elsewhere.get(await begin()))).body).toEqual(refusal);
    expect((await enter(passkey.get({ challenge: "bWFkZSB1cA" }))).body).toEqual(refusal);
    const step = await send(at.app, login, { account, password: TEST_PASSWORD });
    const { passkey: options } = step.body.data as unknown as { passkey: object };
    expect((await enter(passkey.get(options))).body).toEqual(refusal);
    // nor the other way round: what was made to sign in alone is no second step
    const alone = passkey.get(await begin());
    const check = { passkey: alone };
    const second = await send(at.app, login, { account, password: TEST_PASSWORD, check });
    expect(second.body.code).toBe(40003);
  });

  test("a disabled person and a removed passkey are answered alike", async () => {
    const { headers } = { headers: await headersOf() };
    await at.db.updateTable("user").set({ is_abled: false }).where("id", "=", id).execute();
    const disabled = await enter(passkey.get(await begin()));
    expect(disabled.body).toEqual(refusal);
    await at.db.updateTable("user").set({ is_abled: true }).where("id", "=", id).execute();
    const removed = await send(
      at.app,
      removeFactor,
      { kind: "passkey", id: passkey.id.toString("base64url"), password: TEST_PASSWORD },
      { headers },
    );
    expect(removed.status).toBe(200);
    const gone = await enter(passkey.get(await begin()));
    expect(gone.text).toBe(disabled.text);
  });

  test("wrong ones slow down, and are on record", async () => {
    passkey.verifies = false;
    for (let n = 0; n < 5; n += 1) await enter(passkey.get(await begin()));
    passkey.verifies = true;
    const early = await enter(passkey.get(await begin()));
    expect([early.status, early.body.code]).toEqual([429, 42900]);
    time += MINUTE_MS;
    expect((await enter(passkey.get(await begin()))).status).toBe(200);
  });

  test("a device that cannot tell its person from others is not enrolled", async () => {
    const headers = await headersOf();
    const made = new SoftPasskey(ORIGIN);
    made.verifies = false;
    const begun = await send(at.app, beginPasskey, { password: TEST_PASSWORD }, { headers });
    expect(begun.body.data.options).toMatchObject({
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const response = made.create(begun.body.data.options);
    const { body } = await send(at.app, confirmPasskey, { name: "旧", response }, { headers });
    expect(body.code).toBe(40003);
  });
});

async function headersOf(): Promise<Record<string, string>> {
  const { body } = await enter(passkey.get(await begin()));
  return { authorization: `Bearer ${body.data.token}` };
}
