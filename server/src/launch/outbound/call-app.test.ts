import { createServer, type RequestListener } from "node:http";
import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { AddressRefused } from "../../platform/outbound-fetch.ts";
import { makeAppFetch } from "./call-app.ts";

const LOOPBACK = ["127.0.0.0/8", "::1"];
const open = makeAppFetch({ appNetworks: LOOPBACK });
const closed = makeAppFetch({ appNetworks: [] });

/** Starts a server on this machine; returns its port and the number of requests that came. */
async function something(answer: RequestListener) {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { port, at: `http://127.0.0.1:${port}`, requests: () => requests };
}

describe("what is not an app's", () => {
  test.each([
    ["an address", (port: number) => `http://127.0.0.1:${port}/`],
    ["an address written as a number", (port: number) => `http://2130706433:${port}/`],
    ["an address within IPv6", (port: number) => `http://[::ffff:127.0.0.1]:${port}/`],
    ["a name", (port: number) => `http://localhost:${port}/`],
  ])("is refused before anything is sent: %s", async (_what, address) => {
    const { port, requests } = await something((_request, response) => response.end("secret"));
    await expect(closed(address(port))).rejects.toThrow(AddressRefused);
    expect(requests()).toBe(0);
  });

  test("is refused in words that help who runs the platform", async () => {
    await expect(closed("http://10.8.3.4/keys")).rejects.toThrow(
      "10.8.3.4 is at 10.8.3.4, which is internal and not listed in APP_NETWORKS",
    );
  });

  test("is not reached by a name that answers otherwise the second time", async () => {
    const { port, requests } = await something((request, response) =>
      response.end(request.socket.localAddress),
    );
    let asked = 0;
    const call = makeAppFetch({ appNetworks: ["127.0.0.1"] }, (_host, done) => {
      asked += 1;
      done(null, [{ address: asked === 1 ? "127.0.0.1" : "127.0.0.2", family: 4 }]);
    });
    // what was judged is what is connected to: nobody asks again in between
    expect(await (await call(`http://app.example:${port}/`)).text()).toBe("127.0.0.1");
    expect(asked).toBe(1);
    await expect(call(`http://app.example:${port}/`)).rejects.toThrow(AddressRefused);
    expect(requests()).toBe(1);
  });

  test("is left out where a name has several addresses", async () => {
    const { port, requests } = await something((_request, response) => response.end("here"));
    const two = [
      { address: "10.0.0.1", family: 4 },
      { address: "127.0.0.1", family: 4 },
    ];
    const call = makeAppFetch({ appNetworks: LOOPBACK }, (_host, done) => done(null, two));
    expect(await (await call(`http://app.example:${port}/`)).text()).toBe("here");
    expect(requests()).toBe(1);
  });

  test("is another protocol", async () => {
    await expect(open("file:///etc/passwd")).rejects.toThrow(TypeError);
  });
});

test("an answer that wants another protocol is an error, and not a wait for ever", async () => {
  const server = createTcpServer((socket) => {
    socket
      .on("error", () => {})
      .once("data", () => {
        socket.write("HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n");
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  await expect(open(`http://127.0.0.1:${port}/`)).rejects.toThrow("the other side answered 101");
});

test("a listed machine is called, by name and by address, with what is sent", async () => {
  const { port, at } = await something((request, response) => {
    request.setEncoding("utf8").once("data", (body: string) => {
      const { method, headers } = request;
      response.writeHead(200, { "content-type": "application/json", "x-twice": ["a", "b"] });
      response.end(JSON.stringify({ method, type: headers["content-type"], body }));
    });
  });
  for (const address of [`${at}/`, `http://localhost:${port}/`]) {
    const answer = await open(address, { method: "POST", body: new URLSearchParams({ a: "你" }) });
    expect(answer.headers.get("x-twice")).toBe("a, b");
    expect(await answer.json()).toEqual({
      method: "POST",
      type: "application/x-www-form-urlencoded;charset=UTF-8",
      body: "a=%E4%BD%A0",
    });
  }
});

test("a redirection is an answer and is not followed", async () => {
  const inside = await something((_request, response) => response.end("secret"));
  const { at } = await something((_request, response) => {
    response.writeHead(302, { location: inside.at }).end();
  });
  expect((await open(at)).status).toBe(302);
  expect(inside.requests()).toBe(0);
});

test("an answer without a body is one", async () => {
  const { at } = await something((_request, response) => response.writeHead(204).end());
  expect((await open(at)).status).toBe(204);
});

test("an answer that does not end is given up", async () => {
  const { at } = await something((_request, response) => {
    const piece = Buffer.alloc(64 * 1024);
    // until it is given up: what is written to nobody would go on, in every later test of the worker
    const more = () => response.destroyed || response.write(piece, () => setImmediate(more));
    more();
  });
  await expect(open(at)).rejects.toThrow("longer than");
});

test("who calls may wait for less", async () => {
  const { at } = await something(() => {});
  const given = new AbortController();
  const answer = open(at, { signal: given.signal });
  given.abort(new Error("enough"));
  await expect(answer).rejects.toThrow("aborted");
});
