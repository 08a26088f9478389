import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  CODE_SECONDS,
  createQrCode,
  login,
  loginByCode,
  previewInvitation,
  QR_CODE_SECONDS,
  readQrStatus,
  readUserDetail,
  sendCode,
} from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { getCode } from "../../test/codes.ts";
import { makePerson, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { solve } from "../../test/work.ts";
import { freshProof } from "../session/fresh-proof.ts";
import { claimTry } from "./rate-limit.ts";

const DAY_MS = 86_400_000;
const SECOND_MS = 1000;
const START = Date.parse("2026-11-20T08:00:00Z");
let time = START;
let at: TestApp;
let people = 0;
let account: string;
let mobile: string;
let address: string;

beforeAll(async () => {
  at = await buildTestApp({ now: () => new Date(time) });
});
afterAll(() => at.close());
beforeEach(async () => {
  time = START;
  people += 1;
  account = `person${people}`;
  mobile = `139${String(people).padStart(8, "0")}`;
  address = `10.2.${people}.1`;
  await makePerson(at.db, { account, mobile });
  await signIn(at.app, account);
});

/** Signs in as the page does, with proof of work where it is asked for. */
async function attempt(password: string, who = account, from = address) {
  const input = { account: who, password };
  const first = await send(at.app, login, input, { address: from });
  if (first.body.code !== 40004) return first;
  const check = { proof_of_work: await solve(first.body.data) };
  return send(at.app, login, { ...input, check }, { address: from });
}

describe("a clock that was a day ahead and is put back (SE-14)", () => {
  test("leaves no account locked", async () => {
    time += DAY_MS;
    for (let n = 0; n < 6; n += 1) await attempt("wrong");
    expect((await attempt(TEST_PASSWORD)).status).toBe(429);
    time = START;
    expect((await attempt(TEST_PASSWORD)).status).toBe(200);
  });

  test("leaves no address locked", async () => {
    time += DAY_MS;
    for (let n = 0; n < 101; n += 1) await attempt("wrong", `nobody${n}of${people}`);
    expect((await attempt(TEST_PASSWORD)).status).toBe(429);
    time = START;
    expect((await attempt(TEST_PASSWORD)).status).toBe(200);
  });

  test("adds no failures to those that were counted", async () => {
    time += DAY_MS;
    await attempt("wrong");
    time = START;
    for (let n = 0; n < 4; n += 1) expect((await attempt("wrong")).status).toBe(400);
    const blocked = await attempt(TEST_PASSWORD);
    expect([blocked.status, blocked.headers["retry-after"]]).toEqual([429, "2"]);
  });

  test("lets guessing go on being slowed from then on", async () => {
    time += DAY_MS;
    for (let n = 0; n < 6; n += 1) await attempt("wrong");
    time = START;
    expect((await attempt("wrong")).status).toBe(400);
    const blocked = await attempt(TEST_PASSWORD);
    expect([blocked.status, blocked.headers["retry-after"]]).toEqual([429, "4"]);
  });

  test("leaves nobody waiting who guessed at invitations", async () => {
    const guess = () => send(at.app, previewInvitation, { invitation: "ABCDE-FGHJK" }, { address });
    time += DAY_MS;
    while ((await guess()).body.code === 40003);
    time = START;
    expect((await guess()).body.code).toBe(40003);
  });

  test("leaves no second factor locked", async () => {
    const limit = { free: 1, forgetSeconds: 60, maxWaitSeconds: 30 };
    const claim = () => claimTry(at.app.db, `factor:${account}`, limit, new Date(time));
    time += DAY_MS;
    await claim();
    await claim();
    await expect(claim()).rejects.toMatchObject({ refusal: "tooMany" });
    time = START;
    await claim();
    await expect(claim()).rejects.toMatchObject({ refusal: "tooMany", retryAfter: 4 });
  });

  test("leaves nobody waiting for a code", async () => {
    const ask = () => send(at.app, sendCode, { receiver: mobile, use: "login" }, { address });
    time += DAY_MS;
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
    time = START;
    expect((await ask()).status).toBe(200);
    expect((await ask()).headers["retry-after"]).toBe("60");
  });

  test("leaves a proof given meanwhile no fresher than it may be", async () => {
    time += DAY_MS;
    const { session_id } = (await signIn(at.app, account)).answer.auth_data;
    expect(await freshProof(at.app, { session_id })).toEqual(new Date(time));
    time = START;
    expect(await freshProof(at.app, { session_id })).toBeUndefined();
  });
});

describe("what was refused as out of date stays refused when the clock goes back (SE-14)", () => {
  test("a session", async () => {
    const { headers } = await signIn(at.app, account);
    time += 31 * DAY_MS;
    const call = () => send(at.app, readUserDetail, {}, { headers });
    const expired = { code: 401, data: { reason: "expired" } };
    expect((await call()).body).toMatchObject(expired);
    await at.app.sessions.settle();
    time = START + SECOND_MS;
    expect((await call()).body).toMatchObject(expired);
  });

  test("a remembered device", async () => {
    const input = { account, password: TEST_PASSWORD, need_remember: true };
    const { credential } = (await send(at.app, login, input)).body.data;
    const use = () => send(at.app, login, { account, credential });
    time += 181 * DAY_MS;
    expect((await use()).body.code).toBe(40002);
    time = START;
    expect((await use()).body.code).toBe(40002);
  });

  test("a code", async () => {
    const code = await getCode(at.app, mobile, "login", { address });
    const enter = () => send(at.app, loginByCode, { receiver: mobile, code }, { address });
    time += CODE_SECONDS * SECOND_MS;
    expect((await enter()).body.code).toBe(40003);
    time = START;
    expect((await enter()).body.code).toBe(40003);
  });

  test("a QR code", async () => {
    const created = await send(at.app, createQrCode);
    const cookie = String(created.headers["set-cookie"]).split(";")[0] ?? "";
    const poll = async () =>
      (await send(at.app, readQrStatus, { id: created.body.data.id }, { headers: { cookie } })).body
        .data;
    expect(await poll()).toEqual({ status: "waiting" });
    time += QR_CODE_SECONDS * SECOND_MS;
    expect(await poll()).toEqual({ status: "expired" });
    time = START;
    expect(await poll()).toEqual({ status: "expired" });
  });

  test("work that was done", async () => {
    const subject = { use: "login", account, address };
    const demand = (given?: string) => at.app.signIn.proofOfWork.demand(subject, given);
    const asked = await demand().catch((refusal: { data: unknown }) => refusal.data);
    const solved = await solve(asked);
    time += 600 * SECOND_MS;
    await expect(demand(solved)).rejects.toMatchObject({ refusal: "checkWanted" });
    time = START;
    await expect(demand(solved)).rejects.toMatchObject({ refusal: "checkWanted" });
  });
});
