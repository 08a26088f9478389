import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { gzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CALLS, login, readUserDetail, reportEvents, saveSetting, type Call } from "#contract";
import { openTestDatabase } from "../../test/database.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { buildApp } from "../app.ts";
import { readConfig } from "../platform/config.ts";
import type { ConnectedDatabase } from "../database/connect.ts";

let database: ConnectedDatabase;
let app: FastifyInstance;
let port: number;
const lines: string[] = [];
let token: string;
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  const config = readConfig({
    DEMO: "off",
    LOG_LEVEL: "info",
    DATA_DIR: tmpdir(),
    SECOND_FACTOR: "offered",
  });
  app = await buildApp({ db, config, log: { write: (line) => void lines.push(line) } });
  const school = await makeSchool(db);
  const memberships = (["teacher", "admin", "parent", "student", "manager"] as const).map(
    (identity) => ({ school, identity }),
  );
  await makePerson(db, { account: "lin", memberships });
  ({ token } = await signIn(app, "lin"));
  await app.listen({ port: 0, host: "127.0.0.1" });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await app.close();
  await database.close();
});

/** Returns the answer to these very bytes; empty when the server hangs up without one. */
async function wire(bytes: string | Buffer): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  let said = "";
  socket.setEncoding("utf8").on("data", (piece: string) => {
    said += piece;
    if (/\r\n\r\n[^]/.test(said)) socket.end();
  });
  await once(socket, "connect");
  socket.write(bytes);
  await once(socket, "close");
  return said;
}

const host = "host: x\r\nconnection: close\r\n";
const json = `${host}content-type: application/json\r\nauthorization: Bearer `;
const form = `${host}content-type: application/x-www-form-urlencoded\r\nauthorization: Bearer `;
const sized = (head: string, body: string | Buffer) =>
  Buffer.concat([
    Buffer.from(`POST ${saveSetting.path} HTTP/1.1\r\n${head}${token}\r\n`),
    Buffer.from(`content-length: ${Buffer.byteLength(body)}\r\n\r\n`),
    Buffer.from(body),
  ]);

describe("bytes on the wire (OP-04)", () => {
  const get = (path: string) => `GET ${path} HTTP/1.1\r\n${host}\r\n`;
  const events = (head: string, body = "") =>
    `POST ${reportEvents.path} HTTP/1.1\r\n${host}content-type: application/json\r\n${head}\r\n\r\n${body}`;

  test.each<[string, () => string | Buffer, number]>([
    ["no HTTP at all", () => "hello\r\n\r\n", 400],
    ["TLS", () => Buffer.from("16030100f5010000f10303", "hex"), 400],
    ["HTTP/2 without asking", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
    ["an unknown method", () => `FETCH / HTTP/1.1\r\n${host}\r\n`, 400],
    ["no host", () => "GET / HTTP/1.1\r\n\r\n", 400],
    ["a header without a colon", () => `GET / HTTP/1.1\r\n${host}broken\r\n\r\n`, 400],
    ["NUL in a header", () => `GET / HTTP/1.1\r\n${host}x: a\0b\r\n\r\n`, 400],
    ["a head of 20 KB", () => `GET / HTTP/1.1\r\n${host}x: ${"a".repeat(20_000)}\r\n\r\n`, 413],
    ["3000 headers", () => `GET / HTTP/1.1\r\n${host}${"x: y\r\n".repeat(3000)}\r\n`, 413],
    ["an address of 20 KB", () => get(`/${"a".repeat(20_000)}`), 413],
    ["an address that cannot be decoded", () => get("/dt-platform/%zz"), 404],
    ["NUL in an address", () => get("/platformEntry/%00"), 404],
    ["a way out of the folder", () => get("/platformEntry/assets/..%2f..%2fpackage.json"), 404],
    ["two lengths", () => events("content-length: 2\r\ncontent-length: 3", "{}"), 400],
    [
      "a length and pieces",
      () => events("content-length: 2\r\ntransfer-encoding: chunked", "0\r\n\r\n"),
      400,
    ],
    ["a negative length", () => events("content-length: -1"), 400],
    ["a length that is no number", () => events("content-length: two"), 400],
    ["a piece of no size", () => events("transfer-encoding: chunked", "zz\r\n"), 400],
    ["a body of 1 GB promised", () => events("content-length: 1000000000", "{"), 413],
    ["a packed body", () => sized(`content-encoding: gzip\r\n${json}`, gzipSync("{}")), 400],
    ["UTF-16", () => sized(json, Buffer.from('{"theme":"color"}', "utf16le")), 400],
    ["bytes that are no UTF-8", () => sized(json, Buffer.from([0x22, 0xff, 0xfe, 0x22])), 400],
    ["JSON of 130 KB", () => sized(json, `{"theme":"${"x".repeat(131_072)}"}`), 413],
    ["JSON 5000 deep", () => sized(json, `${"[".repeat(5000)}${"]".repeat(5000)}`), 400],
    [
      "JSON 30000 wide and deep",
      () => sized(json, `{"theme":${'{"a":'.repeat(9000)}1${"}".repeat(9000)}}`),
      400,
    ],
    ["__proto__ in JSON", () => sized(json, '{"__proto__":{"a":1}}'), 400],
    ["__proto__ deep in JSON", () => sized(json, '{"eye_protection":{"__proto__":{"a":1}}}'), 400],
    ["constructor.prototype in JSON", () => sized(json, '{"constructor":{"prototype":{}}}'), 400],
    ["__proto__ in a form", () => sized(form, "__proto__=1"), 400],
    ["__proto__[] in a form", () => sized(form, "__proto__[]=1"), 400],
    [
      "a form of 600 fields",
      () => sized(form, Array.from({ length: 600 }, (_, n) => `f${n}=`).join("&")),
      400,
    ],
    ["a form of 20000 fields", () => sized(form, "a=&".repeat(40_000).slice(0, 120_000)), 400],
    ["a form of 130 KB", () => sized(form, `theme=${"x".repeat(131_072)}`), 413],
    ["a form that cannot be decoded", () => sized(form, "theme=%zz%"), 400],
    ["an unknown expectation", () => events("content-length: 2\r\nexpect: tea", "{}"), 417],
    [
      "600 fields in a query",
      () => get(`${readUserDetail.path}?${"a&".repeat(600)}jwt=${token}`),
      200,
    ],
    [
      "another protocol",
      () => `GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`,
      200,
    ],
    ["a proxy's form of address", () => get("http://example.com/healthz"), 200],
    ["CONNECT", () => "CONNECT example.com:443 HTTP/1.1\r\nhost: x\r\n\r\n", 0],
  ])("%s", { timeout: 10_000 }, async (_name, bytes, wanted) => {
    const said = await wire(bytes());
    const [, status = "0"] = /^HTTP\/1\.1 (\d{3}) /.exec(said) ?? [];
    expect(Number(status), said.slice(0, 300)).toBe(wanted);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });
});

/** Values that no schema accepts, or that only look acceptable. */
const STRANGE: unknown[] = [
  "\0",
  "a\0b",
  "\ud800",
  "😀".repeat(30),
  "x".repeat(5000),
  "'; drop table school; --",
  "${jndi:x}%s%n../../etc/passwd",
  "-1",
  "NaN",
  "1e999",
  "9".repeat(400),
  "2026-13-45T99:99:99Z",
  -1,
  0.5,
  1e308,
  9_007_199_254_740_992,
  true,
  null,
  [],
  {},
  [[["x"]]],
  { toString: "x", length: 1 },
  Array.from({ length: 2000 }, () => "x"),
];

describe("every call takes every strange value without a fault", () => {
  test.each(Object.entries<Call>(CALLS))("%s", async (_name, call) => {
    const { properties = {} } = call.input as { properties?: Record<string, unknown> };
    const names = Object.keys(properties);
    const plain = Object.fromEntries(names.map((name) => [name, "x"]));
    const inputs = names.flatMap((name) => STRANGE.map((value) => ({ ...plain, [name]: value })));
    inputs.push({ ...plain, undeclared: "x" }, Object.fromEntries(names.map((n) => [n, "\0"])));
    const authorization = call.who === "app" ? "Basic AAAAAAAA" : `Bearer ${token}`;
    const before = lines.length;
    for (const [n, input] of inputs.entries()) {
      const headers: Record<string, string> = {
        authorization,
        identity: ["teacher", "admin", "parent", "student", "manager"][n % 5] ?? "",
      };
      const answer = await app.inject({
        method: call.method,
        url: call.path,
        headers,
        ...(call.method === "GET"
          ? { query: flat(input) }
          : n % 2 === 0
            ? { payload: input as object }
            : {
                payload: new URLSearchParams(flat(input)).toString(),
                headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
              }),
      });
      const shown = `${JSON.stringify(input).slice(0, 200)} → ${answer.body.slice(0, 300)}`;
      expect(answer.statusCode, shown).toBeLessThan(500);
      expect(answer.statusCode, shown).not.toBe(403);
      expect(answer.body === "" || typeof answer.json().code === "number").toBe(true);
    }
    expect(lines.slice(before).filter((line) => line.includes('"msg":"fault"'))).toEqual([]);
  });

  function flat(input: Record<string, unknown>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(input).map(([name, value]) => [
        name,
        typeof value === "string" ? value : JSON.stringify(value),
      ]),
    );
  }
});

test("an account with NUL in it is refused as an input, not answered as a fault", async () => {
  const answer = await app.inject({
    method: "POST",
    url: login.path,
    payload: { account: "a\0b", password: "x" },
  });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 40001]);
});
