import {
  createDecipheriv,
  createECDH,
  createHash,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { endPush, logout, readNoticeAlerts, savePush } from "#contract";
import { LOCALHOST_CERT, LOCALHOST_KEY } from "../../../test/localhost-pair.ts";
import { send } from "../../../test/send.ts";
import { ALERT_JOB } from "../alerts.ts";
import { audience, NoticeTestApp } from "../notice.fixture.ts";
import { CURVE } from "./encrypt.ts";

const TRUSTED = getCACertificates("default");

interface Pushed {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

let on: NoticeTestApp;
let server: Server;
let origin: string;
let status = 201;
const pushed: Pushed[] = [];
const lines: string[] = [];
const browser = createECDH(CURVE);
browser.generateKeys();
const auth = randomBytes(16);
const keys = { p256dh: browser.getPublicKey("base64url"), auth: auth.toString("base64url") };

beforeAll(async () => {
  setDefaultCACertificates([...TRUSTED, LOCALHOST_CERT]);
  server = createServer({ key: LOCALHOST_KEY, cert: LOCALHOST_CERT }, (request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const { url: path = "", headers } = request;
      pushed.push({ path, headers, body: Buffer.concat(pieces) });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  on = await NoticeTestApp.open(
    { pushNetworks: ["127.0.0.0/8"], publicUrl: "https://gate.example.cn", logLevel: "trace" },
    { write: (line: string) => void lines.push(line) },
  );
});
afterAll(async () => {
  await on.at.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  setDefaultCACertificates(TRUSTED);
});
beforeEach(() => {
  on.clock += 60_000;
  status = 201;
  pushed.length = 0;
});

async function subscribe(account: string, endpoint = `${origin}/${account}`) {
  return (await send(on.at.app, savePush, { endpoint, ...keys }, await on.as(account))).body;
}

/** Sends a notice to guardians, and what is due beside it. */
async function notify(title = "周五秋游", more = {}): Promise<string[]> {
  await on.send("manager", { title, ...more });
  await on.at.app.jobs.runNow(ALERT_JOB);
  return pushed.map(({ path }) => path.slice(1)).toSorted();
}

const kept = async () =>
  (
    await on.at.db
      .selectFrom("push_subscription")
      .select("user_id")
      .where("is_gone", "=", false)
      .orderBy("user_id")
      .execute()
  ).map(({ user_id }) => user_id);

/** Decrypts as a browser does (RFC 8291). */
function decrypt(body: Buffer): unknown {
  const salt = body.subarray(0, 16);
  const theirs = body.subarray(21, 21 + body.readUInt8(20));
  const sealed = body.subarray(21 + theirs.length);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), theirs]);
  const key = Buffer.from(hkdfSync("sha256", browser.computeSecret(theirs), auth, info, 32));
  const derived = (what: string, bytes: number) =>
    Buffer.from(hkdfSync("sha256", key, salt, `Content-Encoding: ${what}\0`, bytes));
  const cipher = createDecipheriv("aes-128-gcm", derived("aes128gcm", 16), derived("nonce", 12));
  cipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  expect(text.at(-1)).toBe(2);
  return JSON.parse(text.subarray(0, -1).toString("utf8"));
}

describe("web push beside a notice (IN-05)", () => {
  test("reaches a subscribed browser, encrypted for it and signed by the key it subscribed with", async () => {
    const { body } = await send(on.at.app, readNoticeAlerts, {}, await on.as("mother"));
    const { key, is_on } = body.data.push;
    expect(is_on).toBe(false);
    expect((await subscribe("mother")).code).toBe(200);
    expect(await notify()).toEqual(["mother"]);
    const [{ headers, body: sealed }] = pushed as [Pushed];
    expect(decrypt(sealed)).toEqual({ title: "启明小学的通知", body: "周五秋游" });
    expect(headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400" });
    const [, token = "", k] = /^vapid t=(.+), k=(.+)$/.exec(String(headers["authorization"])) ?? [];
    expect(k).toBe(key);
    const point = Buffer.from(key, "base64url");
    const [x, y] = [point.subarray(1, 33), point.subarray(33)];
    const jwk = {
      ...{ kty: "EC", crv: "P-256" },
      ...{ x: x.toString("base64url"), y: y.toString("base64url") },
    };
    const publicKey = createPublicKey({ key: jwk, format: "jwk" });
    const [head = "", claims = "", signature = ""] = token.split(".");
    const signed = Buffer.from(`${head}.${claims}`);
    const ecdsa = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
    expect(verify("sha256", signed, ecdsa, Buffer.from(signature, "base64url"))).toBe(true);
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toEqual({
      ...{ aud: origin, sub: "https://gate.example.cn" },
      exp: Math.floor(on.clock / 1000) + 12 * 3600,
    });
    await on.at.app.jobs.runNow(ALERT_JOB);
    expect(pushed).toHaveLength(1);
    expect(lines.join("")).not.toContain(`${origin}/mother`);
    const again = await send(on.at.app, readNoticeAlerts, {}, await on.as("mother"));
    const known = createHash("sha256").update(`${origin}/mother`).digest("hex");
    expect(again.body.data.push).toEqual({ key, is_on: true, known });
  });

  test("ends with the session, with the subscription, and goes over to who uses the browser next", async () => {
    await subscribe("gran");
    expect(await notify()).toEqual(["gran", "mother"]);
    await subscribe("ma", `${origin}/gran`);
    expect(await kept()).toEqual(["ma", "mother"]);
    await send(on.at.app, endPush, {}, await on.as("ma"));
    await send(on.at.app, logout, {}, await on.as("mother"));
    await on.at.app.background.settle();
    expect(await kept()).toEqual([]);
    pushed.length = 0;
    expect(await notify()).toEqual([]);
  });

  test("forgets a browser that is no more, and tries again what failed otherwise", async () => {
    await subscribe("father");
    status = 503;
    expect(await notify()).toEqual(["father"]);
    status = 410;
    on.clock += 60_000;
    await on.at.app.jobs.runNow(ALERT_JOB);
    expect(pushed).toHaveLength(2);
    expect(await kept()).toEqual([]);
    on.clock += 3_600_000;
    await on.at.app.jobs.runNow(ALERT_JOB);
    expect(pushed).toHaveLength(2);
  });

  test("knows which it was, so that one that the browser made in its place is told from none", async () => {
    const read = async () =>
      (await send(on.at.app, readNoticeAlerts, {}, await on.as("father"))).body.data.push;
    const known = createHash("sha256").update(`${origin}/father`).digest("hex");
    expect(await read()).toMatchObject({ is_on: false, known });
    await subscribe("father", `${origin}/replaced`);
    expect(await read()).toMatchObject({ is_on: true });
    expect(await notify()).toEqual(["replaced"]);
    await send(on.at.app, endPush, {}, await on.as("father"));
    expect(await read()).toMatchObject({ is_on: false, known: null });
  });

  test("is for pupils not at night", async () => {
    await subscribe("elder");
    on.clock = Date.parse("2026-11-24T14:00:00Z");
    const pupils = { audience: audience({ identities: ["student"] }) };
    expect(await notify("周五秋游", pupils)).toEqual([]);
    on.clock = Date.parse("2026-11-24T23:00:00Z");
    await on.at.app.jobs.runNow(ALERT_JOB);
    expect(pushed).toHaveLength(1);
  });

  test("takes no address but https, nor a key that is none", async () => {
    for (const wrong of [
      { endpoint: "http://push.example.cn/1" },
      { endpoint: "https://user:secret@push.example.cn/1" },
      { endpoint: "https://:secret@push.example.cn/1" },
      { endpoint: "https://push.example.cn/\u0000" },
      { endpoint: "https://" },
      { p256dh: "AAAA" },
      // as long as a point of the curve, but none
      { p256dh: Buffer.alloc(65, 4).toString("base64url") },
      { auth: "AAAA" },
    ]) {
      const input = { endpoint: `${origin}/ba`, ...keys, ...wrong };
      const { body } = await send(on.at.app, savePush, input, await on.as("ba"));
      expect(body.code).toBe(40001);
    }
  });

  test("calls no address inside: not this machine, unless the operator lists it", async () => {
    const closed = await NoticeTestApp.open();
    try {
      const save = async (endpoint: string) =>
        (await send(closed.at.app, savePush, { endpoint, ...keys }, await closed.as("mother")))
          .body;
      // nor does it knock at other ports than the web's
      expect((await save("https://push.example.cn:8443/1")).code).toBe(40001);
      expect((await save("https://localhost:443/inside")).code).toBe(200);
      await closed.send("manager", {});
      await closed.at.app.jobs.runNow(ALERT_JOB);
      expect(pushed).toEqual([]);
      const row = closed.at.db.selectFrom("notice_alert").select(["channel", "state", "tries"]);
      expect(await row.execute()).toEqual([{ channel: "push", state: "waiting", tries: 1 }]);
    } finally {
      await closed.at.close();
    }
  });
});
