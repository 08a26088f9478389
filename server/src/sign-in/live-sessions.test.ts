import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { endDeviceSession, login, readSessions, readUserDetail } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";

const START = Date.parse("2026-11-20T00:00:00Z");
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
let time = START;
let at: TestApp;
let people = 0;
let account: string;

beforeAll(async () => {
  at = await buildTestApp({ now: () => new Date(time) });
});
afterAll(() => at.close());
beforeEach(async () => {
  account = `person${(people += 1)}`;
  await makePerson(at.db, { account });
});

type Headers = Record<string, string>;
const list = async (headers: Headers) => (await send(at.app, readSessions, {}, { headers })).body;
const end = async (headers: Headers, id: string) =>
  (await send(at.app, endDeviceSession, { id }, { headers, form: true })).body;
const detail = async (headers: Headers) =>
  (await send(at.app, readUserDetail, {}, { headers })).status;

describe("signed-in devices (ID-09)", () => {
  test("are the person's own live ones, the one used last first", async () => {
    const pc = await signIn(at.app, account, { client: "pc" });
    time += MINUTE_MS;
    const web = await signIn(at.app, account);
    await makePerson(at.db, { account: `${account}x` });
    await signIn(at.app, `${account}x`);
    const { data } = await list(web.headers);
    expect(data).toEqual([
      {
        id: web.answer.auth_data.session_id,
        client: "web",
        device: "lightMyRequest",
        ip: "127.0.0.1",
        created_at: new Date(time).toISOString(),
        last_seen_at: new Date(time).toISOString(),
        current: true,
      },
      expect.objectContaining({
        id: pc.answer.auth_data.session_id,
        client: "pc",
        created_at: new Date(time - MINUTE_MS).toISOString(),
        current: false,
      }),
    ]);
  });

  test("one that was replaced or has run out is not among them", async () => {
    await signIn(at.app, account, { client: "mobile" });
    time += 31 * DAY_MS;
    await signIn(at.app, account);
    const { headers, answer } = await signIn(at.app, account);
    const { data } = await list(headers);
    expect(data.map(({ id }) => id)).toEqual([answer.auth_data.session_id]);
  });

  test("another one can be ended, and hears of it", async () => {
    const pc = await signIn(at.app, account, { client: "pc" });
    const web = await signIn(at.app, account);
    expect((await end(web.headers, pc.answer.auth_data.session_id)).code).toBe(200);
    const told = await send(at.app, readUserDetail, {}, { headers: pc.headers });
    expect([told.status, told.body.data]).toEqual([401, { reason: "revoked" }]);
    expect(await detail(web.headers)).toBe(200);
    expect((await list(web.headers)).data).toHaveLength(1);
    expect((await end(web.headers, pc.answer.auth_data.session_id)).code).toBe(40400);
  });

  test("the current one can be ended too", async () => {
    const { headers, answer } = await signIn(at.app, account);
    expect((await end(headers, answer.auth_data.session_id)).code).toBe(200);
    expect(await detail(headers)).toBe(401);
  });

  test("another one that was remembered comes back by the password only; one's own stays remembered", async () => {
    const enter = async (client: string, more: object) => {
      const { body } = await send(at.app, login, { account, ...more }, { headers: { client } });
      return body;
    };
    const web = await signIn(at.app, account);
    const remembered = { password: TEST_PASSWORD, need_remember: true };
    const pc = (await enter("pc", remembered)).data;
    expect((await end(web.headers, pc.auth_data.session_id)).code).toBe(200);
    expect((await enter("pc", { credential: pc.credential })).code).toBe(40002);
    const own = (await enter("pc", remembered)).data;
    const headers = { authorization: `Bearer ${own.token}` };
    expect((await end(headers, own.auth_data.session_id)).code).toBe(200);
    expect((await enter("pc", { credential: own.credential })).code).toBe(200);
  });

  test("somebody else's does not exist", async () => {
    const mine = await signIn(at.app, account);
    await makePerson(at.db, { account: `${account}x` });
    const other = await signIn(at.app, `${account}x`);
    expect((await end(mine.headers, other.answer.auth_data.session_id)).code).toBe(40400);
    expect((await end(mine.headers, "nowhere")).code).toBe(40400);
    expect(await detail(other.headers)).toBe(200);
  });

  test.each([{}, { id: "" }, { id: "a", all: true }])("%j is refused", async (input) => {
    const { headers } = await signIn(at.app, account);
    expect((await send(at.app, endDeviceSession, input, { headers })).body.code).toBe(40001);
  });
});
