import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DECLARED_HEADER, login, previewGroup, readUserDetail, saveQuickApps } from "#contract";
import { configureClient, get, onInputKept, send, type SendOptions } from "./client.ts";
import { ApiError, NetworkError, TimeoutError } from "./failures.ts";
import type { CallerOfPage } from "./request.ts";

interface Seen {
  method: string;
  url: URL;
  headers: IncomingMessage["headers"];
  body: string;
}

/** A real server that gives the test's answers. */
let server: Server;
const DECLARED = { [DECLARED_HEADER]: "declared" };
let answer: (response: ServerResponse) => void;
let seen: Seen[];
let received: string[];
const caller: CallerOfPage = { token: "tok", identity: "teacher", apiServer: "", client: "web" };

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      const url = new URL(request.url ?? "", "http://local");
      seen.push({ method: request.method ?? "", url, headers: request.headers, body });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  caller.apiServer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  seen = [];
  received = [];
  caller.token = "tok";
  answer = json(200, { code: 200, data: { id: "1" }, msg: "ok" });
  configureClient({
    caller: () => ({ ...caller }),
    onSessionExpired: (error, token) => received.push(`expired ${error.code} ${token}`),
    onFailure: (error) => received.push(`failure ${error.code} ${error.message}`),
    onError: (error) => received.push(`error ${error.name} ${error.message}`),
    onAuthorizeNeeded: () => received.push("authorize"),
  });
});

function json(status: number, body: unknown, headers: Record<string, string> = {}) {
  return (response: ServerResponse) => {
    const sent = { "content-type": "application/json", ...DECLARED, ...headers };
    response.writeHead(status, sent);
    response.end(JSON.stringify(body));
  };
}

function plain(status: number, body: string) {
  return (response: ServerResponse) => response.writeHead(status).end(body);
}

const read = (options?: SendOptions) => send(readUserDetail, { identity: "teacher" }, options);

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail("should have been rejected"),
    (error: unknown) => error,
  );
}

describe("what is sent", () => {
  test("a GET: its query, t, jwt, and the headers (RQ-03)", async () => {
    await read();
    const [{ method, url, headers }] = seen as [Seen];
    expect(method).toBe("GET");
    expect(url.pathname).toBe("/dt-platform/v1/user/user/detail");
    expect(url.searchParams.get("identity")).toBe("teacher");
    expect(Number(url.searchParams.get("t"))).toBeGreaterThan(1.6e12);
    expect(url.searchParams.get("jwt")).toBe("tok");
    expect(headers).toMatchObject({
      authorization: "Bearer tok",
      identity: "teacher",
      client: "web",
    });
  });

  test("what a call has brought to the server is told where that keeps it, and not where it only looks at it", async () => {
    const kept: unknown[] = [];
    onInputKept((input) => kept.push(input));
    await read();
    await send(previewGroup, { school_id: "s", kind: "hand", user_ids: [] } as never);
    expect(kept).toEqual([]);
    await send(saveQuickApps, { app_ids: ["a"] });
    expect(kept).toEqual([{ app_ids: ["a"] }]);
    answer = json(200, { code: 50000, data: null, msg: "没有保存" });
    await failureOf(send(saveQuickApps, { app_ids: ["b"] }));
    expect(kept.length).toBe(1);
    onInputKept(() => {});
  });

  test("a flat POST goes as a form, below /sso as browser (RQ-03, RQ-04)", async () => {
    await send(login, { account: "a&b", password: "密 码", need_remember: true });
    const [{ method, url, headers, body }] = seen as [Seen];
    expect(method).toBe("POST");
    expect(headers["content-type"]).toMatch(/^application\/x-www-form-urlencoded/);
    expect(headers["client"]).toBe("browser");
    expect([...new URLSearchParams(body)]).toEqual([
      ["account", "a&b"],
      ["password", "密 码"],
      ["need_remember", "true"],
    ]);
    expect(url.searchParams.has("password")).toBe(false);
  });

  test("a POST that holds a list goes as JSON (RQ-04)", async () => {
    await send(saveQuickApps, { app_ids: ["2", "1"] });
    const [{ headers, body }] = seen as [Seen];
    expect(headers["content-type"]).toBe("application/json");
    expect(JSON.parse(body)).toEqual({ app_ids: ["2", "1"] });
  });

  test("the generic GET takes any address (RQ-07)", async () => {
    await get(`${caller.apiServer}/elsewhere?a=1`, { b: 2 });
    expect(seen[0]?.url.searchParams.get("a")).toBe("1");
    expect(seen[0]?.url.searchParams.get("b")).toBe("2");
  });

  test("an answer with an ETag is asked for again by it, and a 304 answers the kept data", async () => {
    answer = json(200, { code: 200, data: { id: "kept" } }, { etag: '"v1"' });
    await read();
    answer = (response) => response.writeHead(304).end();
    expect(await read()).toEqual({ id: "kept" });
    expect(seen[1]?.headers["if-none-match"]).toBe('"v1"');
    caller.token = "another";
    answer = json(200, { code: 200, data: { id: "new" } });
    expect(await read()).toEqual({ id: "new" });
    expect(seen[2]?.headers).not.toHaveProperty("if-none-match");
  });
});

describe("RQ-05: success", () => {
  test.each([
    [{ code: 200, data: 1 }],
    [{ status: "success", data: 1 }],
    [{ success: true, data: 1 }],
  ])("%j", async (body) => {
    answer = json(200, body);
    expect(await read()).toBe(1);
    expect(received).toEqual([]);
  });

  test("a success body with HTTP 500 is none", async () => {
    answer = json(500, { code: 200, data: 1 });
    expect(await failureOf(read())).toBeInstanceOf(ApiError);
  });
});

describe("ER-01: the session ended", () => {
  test.each([
    [401, { code: 401, data: { reason: "replaced" }, msg: "x" }],
    [200, { code: 401, data: null, msg: "x" }],
    [403, { code: 40300, data: null, msg: "x" }],
    [401, "not json"],
    [403, {}],
  ])("HTTP %i %j", async (status, body) => {
    answer = typeof body === "string" ? plain(status, body) : json(status, body);
    const error = await failureOf(read({ quietGeneral: true, quietError: true }));
    expect(error).toMatchObject({ name: "ApiError", code: 401 });
    expect(received).toEqual(["expired 401 tok"]);
  });

  test("tells the token that the call was made with, not the one there is by then", async () => {
    answer = (response) => {
      caller.token = "newer";
      json(401, { code: 401, data: null, msg: "" })(response);
    };
    await failureOf(read());
    expect(received).toEqual(["expired 401 tok"]);
  });
});

describe("ER-02, ER-03: refusals", () => {
  test("the general callback hears code and message, and the call is rejected with them", async () => {
    answer = json(409, { code: 40900, data: { by: "x" }, msg: "账号已被占用" });
    const error = await failureOf(read());
    expect(error).toMatchObject({ code: 40900, msg: "账号已被占用", data: { by: "x" } });
    expect(received).toEqual(["failure 40900 账号已被占用"]);
  });

  test("a call can opt out", async () => {
    answer = json(400, { code: 40001, data: null, msg: "m" });
    await failureOf(read({ quietGeneral: true }));
    expect(received).toEqual([]);
  });

  test("an HTTP error without a code in its body says its status", async () => {
    answer = plain(404, "<html>");
    expect(await failureOf(read())).toMatchObject({
      code: 404,
      message: "Http status code 404 Not Found",
    });
  });
});

describe("ER-04: transport and server errors", () => {
  test("a fault of the server reaches the error callback", async () => {
    answer = json(500, { code: 50000, data: { request_id: "r" }, msg: "服务出现故障" });
    expect(await failureOf(read())).toMatchObject({ code: 50000 });
    expect(received).toEqual(["error ApiError 服务出现故障"]);
  });

  test("a broken connection is a Network Error", async () => {
    answer = (response) => response.destroy();
    const error = await failureOf(read());
    expect(error).toBeInstanceOf(NetworkError);
    expect(received).toEqual(["error NetworkError Network Error"]);
  });

  test("an answer that is not ours, as a hotel's sign-in page, is a Network Error", async () => {
    answer = plain(200, "<html>welcome");
    expect(await failureOf(read())).toBeInstanceOf(NetworkError);
  });

  test("no answer in time (RQ-06)", async () => {
    answer = () => {};
    expect(await failureOf(read({ timeoutMs: 30 }))).toBeInstanceOf(TimeoutError);
    expect(received).toEqual(["error TimeoutError timeout of 30ms exceeded"]);
  });

  test("a body that never ends is no answer either", async () => {
    answer = (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"code":200,');
    };
    expect(await failureOf(read({ timeoutMs: 50 }))).toBeInstanceOf(TimeoutError);
  });

  test.each([
    ["transport", (response: ServerResponse) => response.destroy()],
    ["server", json(503, { code: 50300, data: null, msg: "" })],
  ])("a call can opt out: %s", async (_, broken) => {
    answer = broken;
    await failureOf(read({ quietError: true }));
    expect(received).toEqual([]);
  });

  test("a call that its own caller stops is nobody's failure", async () => {
    answer = () => {};
    const stop = new AbortController();
    const pending = read({ signal: stop.signal });
    stop.abort(new Error("left the page"));
    expect(await failureOf(pending)).toMatchObject({ message: "left the page" });
    expect(received).toEqual([]);
  });
});

describe("ER-05: need_check_token", () => {
  test("without a token nothing is sent, and sign-in is asked for", async () => {
    caller.token = null;
    expect(await failureOf(read({ needCheckToken: true }))).toMatchObject({ code: 401 });
    expect(received).toEqual(["authorize"]);
    expect(seen).toEqual([]);
  });

  test("with one the call goes out", async () => {
    await read({ needCheckToken: true });
    expect(seen).toHaveLength(1);
  });
});

test("an early answer is taken in place of a call", async () => {
  configureClient({
    caller: () => ({ ...caller }),
    onSessionExpired() {},
    onFailure() {},
    onError() {},
    onAuthorizeNeeded() {},
    earlyAnswer: (key) =>
      key === "teacher /dt-platform/v1/user/user/detail?identity=teacher"
        ? Promise.resolve(
            Response.json({ code: 200, data: { id: "early" } }, { headers: DECLARED }),
          )
        : undefined,
  });
  expect(await read()).toEqual({ id: "early" });
  expect(seen).toEqual([]);
});
