import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  confirmQrCode,
  createQrCode,
  type LoginAnswer,
  QR_CODE_SECONDS,
  readQrStatus,
  readUserDetail,
  scanQrCode,
} from "#contract";
import { buildTestApp, type TestApp } from "../../../test/build.ts";
import { makePerson, makeSchool, signIn } from "../../../test/people.ts";
import { send } from "../../../test/send.ts";
import { endSignIns } from "../api.ts";
import { sweep } from "../routes.ts";

let now = new Date("2026-11-20T00:00:00Z");
const pass = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000));

let at: TestApp;
let lan: Record<string, string>;
let hao: Record<string, string>;
beforeAll(async () => {
  at = await buildTestApp({ now: () => now, config: { publicUrl: "https://gate.example.cn" } });
  const school = await makeSchool(at.db);
  const memberships = [{ school, identity: "teacher" as const }];
  await makePerson(at.db, { account: "lan", name: "林岚", id: "lan", memberships });
  await makePerson(at.db, { account: "hao", name: "孙浩", id: "hao", memberships });
  lan = (await signIn(at.app, "lan", { client: "mobile" })).headers;
  hao = (await signIn(at.app, "hao", { client: "mobile" })).headers;
});
afterAll(() => at.close());
beforeEach(() => {
  pass(QR_CODE_SECONDS);
});

interface Page {
  id: string;
  code: string;
  cookie: string;
}

/** Opens a browser that shows a new code. */
async function showCode(headers: Record<string, string> = {}, address?: string): Promise<Page> {
  const answer = await send(
    at.app,
    createQrCode,
    {},
    {
      headers: { client: "browser", "user-agent": "Classroom PC", ...headers },
      ...(address === undefined ? {} : { address }),
    },
  );
  expect(answer.status).toBe(200);
  const { id, content } = answer.body.data;
  const cookie = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
  return { id, code: content.split("/").at(-1) ?? "", cookie };
}

const poll = ({ id, cookie }: Pick<Page, "id" | "cookie">) =>
  send(at.app, readQrStatus, { id }, { headers: { client: "browser", cookie } });
const scan = (code: string, headers = lan) => send(at.app, scanQrCode, { code }, { headers });
const confirm = (code: string, headers = lan, more = {}) =>
  send(at.app, confirmQrCode, { code, ...more }, { headers });
const OUT_OF_DATE = { code: 40003, msg: "二维码已失效，请在登录页面刷新后重新扫码" };

describe("signing in by QR code (SE-03)", () => {
  test("the page shows an address of the product, waits, and is signed in once", async () => {
    const created = await send(at.app, createQrCode);
    expect(created.body.data.content).toMatch(
      /^https:\/\/gate\.example\.cn\/platformEntry\/#\/qr\/[\w-]{43}$/,
    );
    expect(created.body.data.expires_in).toBe(120);
    expect(created.body.data.content).not.toContain(created.body.data.id);

    const page = await showCode();
    expect((await poll(page)).body.data).toEqual({ status: "waiting" });
    pass(20);
    expect((await scan(page.code)).body.data).toEqual({
      device: "Classroom PC",
      client: "web",
      ip: "127.0.0.1",
      same_network: true,
      ends_this: false,
      created_at: new Date(now.getTime() - 20_000).toISOString(),
      expires_in: 100,
    });
    const who = { scanned_by: { name: "林岚", avatar: null } };
    expect((await poll(page)).body.data).toEqual({ status: "scanned", ...who });
    expect((await confirm(page.code)).body.data).toEqual({ status: "confirmed" });
    const done = await poll(page);
    expect(done.body.data).toMatchObject({
      status: "confirmed",
      login: { auth_data: { account: "lan", identity: "teacher" } },
    });
    expect(String(done.headers["set-cookie"])).toMatch(/^token=.*HttpOnly/);
    const { token } = done.body.data.login as LoginAnswer;
    const headers = { authorization: `Bearer ${token}`, client: "web" };
    expect((await send(at.app, readUserDetail, {}, { headers })).status).toBe(200);
    expect((await poll(page)).body.data).toEqual({ status: "expired" });
    // the phone stays signed in: it is another kind of client
    expect((await send(at.app, readUserDetail, {}, { headers: lan })).status).toBe(200);
    // the password was not seen
    const { proved_at } = await at.db
      .selectFrom("session")
      .select("proved_at")
      .where("id", "=", done.body.data.login?.auth_data.session_id ?? "")
      .executeTakeFirstOrThrow();
    expect(proved_at).toBeNull();
  });

  test("who photographs the code cannot take the session", async () => {
    const page = await showCode();
    await scan(page.code);
    await confirm(page.code);
    const thief = await showCode();
    for (const [id, cookie] of [
      [page.code, page.cookie],
      [page.code, ""],
      [page.id, thief.cookie],
      [page.id, ""],
      [page.id, "qr_browser=short"],
    ] as const) {
      expect((await poll({ id, cookie })).body.data).toEqual({ status: "expired" });
    }
    expect((await poll(page)).body.data.login).toBeDefined();
  });

  test("two tabs of one browser do not undo each other", async () => {
    const first = await showCode();
    const second = await showCode({ cookie: first.cookie });
    expect(second.cookie).toBe(first.cookie);
    expect((await poll(first)).body.data.status).toBe("waiting");
    expect((await poll(second)).body.data.status).toBe("waiting");
  });

  test("the first who scans decides; others find nothing", async () => {
    const page = await showCode();
    expect((await confirm(page.code)).body).toMatchObject(OUT_OF_DATE);
    expect((await scan(page.code)).status).toBe(200);
    expect((await scan(page.code)).status).toBe(200);
    expect((await scan(page.code, hao)).body).toMatchObject(OUT_OF_DATE);
    expect((await confirm(page.code, hao)).body).toMatchObject(OUT_OF_DATE);
    expect((await scan("x".repeat(43), hao)).body).toMatchObject(OUT_OF_DATE);
    expect((await scan(page.id)).body).toMatchObject(OUT_OF_DATE);
  });

  test("a request can be refused, and is over then", async () => {
    const page = await showCode();
    await scan(page.code);
    expect((await confirm(page.code, lan, { agreed: false })).body.data).toEqual({
      status: "refused",
    });
    expect((await poll(page)).body.data.status).toBe("refused");
    expect((await confirm(page.code)).body).toMatchObject(OUT_OF_DATE);
  });

  test("a code is worth nothing after two minutes", async () => {
    const page = await showCode();
    pass(QR_CODE_SECONDS - 1);
    expect((await scan(page.code)).body.data.expires_in).toBe(1);
    pass(1);
    expect((await confirm(page.code)).body).toMatchObject(OUT_OF_DATE);
    expect((await poll(page)).body.data).toEqual({ status: "expired" });
    // confirmed at the last moment, there is still time to fetch the sign-in
    const late = await showCode();
    pass(QR_CODE_SECONDS - 1);
    await scan(late.code);
    await confirm(late.code);
    pass(20);
    expect((await poll(late)).body.data.status).toBe("confirmed");
    const never = await showCode();
    await scan(never.code);
    await confirm(never.code);
    pass(31);
    expect((await poll(never)).body.data).toEqual({ status: "expired" });
  });

  test("of 50 who confirm at once one does, and of 50 polls one brings the sign-in", async () => {
    const page = await showCode();
    await scan(page.code);
    const confirms = await Promise.all(Array.from({ length: 50 }, () => confirm(page.code)));
    expect(confirms.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(confirms.map(({ body }) => body.code))).toEqual(new Set([200, 40003]));
    const polls = await Promise.all(Array.from({ length: 50 }, () => poll(page)));
    expect(polls.filter(({ body }) => body.data.login !== undefined)).toHaveLength(1);
    expect(polls.every(({ status }) => status === 200)).toBe(true);
  });

  test("of two people who scan at once one gets it", async () => {
    const page = await showCode();
    const scans = await Promise.all(
      Array.from({ length: 40 }, (_, turn) => scan(page.code, turn % 2 === 0 ? lan : hao)),
    );
    const owners = new Set(scans.flatMap(({ status }, turn) => (status === 200 ? [turn % 2] : [])));
    expect(owners.size).toBe(1);
  });

  test("another network is told apart, and the same kind of client too", async () => {
    const page = await showCode({}, "192.0.2.7");
    const web = (await signIn(at.app, "hao", { client: "web" })).headers;
    expect((await scan(page.code, web)).body.data).toMatchObject({
      ip: "192.0.2.7",
      same_network: false,
      ends_this: true,
    });
  });

  test("agreements in force must be agreed to before the code is confirmed (SE-08)", async () => {
    const [page] = [await showCode()];
    await at.db
      .insertInto("agreement")
      .values({
        id: "91",
        type: "user",
        version: 2,
        title: "新版",
        content: "<p>新</p>",
        effective_at: now,
      })
      .execute();
    await scan(page.code);
    const asked = await confirm(page.code);
    expect(asked.body).toMatchObject({
      code: 40004,
      data: { check: "consent", agreements: [{ type: "user", version: 2, title: "新版" }] },
    });
    const check = { consents: [{ type: "user", version: 2 }] };
    expect((await confirm(page.code, lan, { check })).status).toBe(200);
    expect((await poll(page)).body.data.login).toBeDefined();
    const page2 = await showCode();
    await scan(page2.code);
    expect((await confirm(page2.code)).status).toBe(200);
  });

  test("who has been disabled meanwhile is not signed in", async () => {
    const page = await showCode();
    await scan(page.code, hao);
    await at.db.updateTable("user").set({ is_abled: false }).where("id", "=", "hao").execute();
    await at.db
      .updateTable("qr_code")
      .set({ status: "confirmed" })
      .where("status", "=", "scanned")
      .execute();
    expect((await poll(page)).body.data).toEqual({ status: "expired" });
  });

  test("what was confirmed before every sign-in ended brings none", async () => {
    const [confirmed, scanned] = [await showCode(), await showCode()];
    for (const { code } of [confirmed, scanned]) await scan(code);
    await confirm(confirmed.code);
    await at.db.transaction().execute((trx) => endSignIns(trx, "lan", now, "none"));
    lan = (await signIn(at.app, "lan", { client: "mobile" })).headers;
    expect((await poll(confirmed)).body.data.login).toBeUndefined();
    expect((await confirm(scanned.code)).body).toMatchObject(OUT_OF_DATE);
  });

  test("secrets are kept as hashes, the deed is audited, what is over is swept", async () => {
    const page = await showCode();
    const rows = JSON.stringify(await at.db.selectFrom("qr_code").selectAll().execute());
    for (const secret of [page.id, page.code, page.cookie.split("=")[1] ?? "?"]) {
      expect(rows).not.toContain(secret);
    }
    const entries = await at.db
      .selectFrom("audit_entry")
      .select(["outcome", "user_id"])
      .where("action", "=", "qr-grant")
      .execute();
    expect(entries).toContainEqual({ outcome: "ok", user_id: "lan" });
    expect(entries).toContainEqual({ outcome: "refused", user_id: "lan" });
    pass(QR_CODE_SECONDS + 1);
    await sweep(at.db, now);
    expect(await at.db.selectFrom("qr_code").selectAll().execute()).toEqual([]);
  });

  test("a network that asks for more than a school does has to wait", async () => {
    const codes = Array.from({ length: 600 }, (_, turn) => ({
      poll_hash: `p${turn}`,
      code_hash: `c${turn}`,
      browser_hash: "b",
      user_id: null,
      client: "web" as const,
      device: "",
      ip: "198.51.100.1",
      network: "198.51.100.1",
      created_at: now,
      expires_at: now,
    }));
    await at.db.insertInto("qr_code").values(codes).execute();
    const answer = await send(at.app, createQrCode, {}, { address: "198.51.100.1" });
    expect(answer.body.code).toBe(42900);
    expect(answer.headers["retry-after"]).toBe("30");
    pass(QR_CODE_SECONDS);
    expect((await send(at.app, createQrCode, {}, { address: "198.51.100.1" })).status).toBe(200);
  });
});
