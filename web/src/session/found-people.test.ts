import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DECLARED_HEADER } from "#contract";
import { configureClient } from "../api/client.ts";
import { knownRights, readRights } from "./found-people.ts";
import { session } from "./session.ts";

let server: Server;
let status = 200;
let rights = ["people.read"];
let asked = 0;
let apiServer = "";

beforeAll(async () => {
  server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(status, { "content-type": "application/json", [DECLARED_HEADER]: "1" });
    const held = rights.map((right) => ({ right, places: [] }));
    const data = { rights: held, is_separate: false, conflict: [] };
    response.end(JSON.stringify({ code: status === 200 ? 200 : 50000, data, msg: "" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  apiServer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  configureClient({
    caller: () => ({ token: session.getState().token, identity: null, apiServer, client: "web" }),
    ...{ onSessionExpired() {}, onFailure() {}, onError() {}, onAuthorizeNeeded() {} },
  });
});
afterAll(async () => {
  session.setState({ token: null, identity: null });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test("rights are asked for once, anew for another session, and again where the server did not say", async () => {
  session.setState({ token: "one" });
  status = 503;
  expect(await readRights()).toEqual([]);
  status = 200;
  expect(await readRights()).toEqual(["people.read"]);
  expect(await readRights()).toEqual(["people.read"]);
  expect(asked).toBe(2);
  rights = [];
  // before it is known who that is
  session.setState({ token: "two" });
  expect(await readRights()).toEqual([]);
  expect(asked).toBe(3);
});

test("rights that were answered are known at once, but not to another identity", async () => {
  session.setState({ token: "three", identity: "manager" });
  rights = ["people.read"];
  const asking = readRights();
  expect(knownRights()).toBeUndefined();
  await asking;
  expect(knownRights()).toEqual(["people.read"]);
  session.setState({ identity: "teacher" });
  expect(knownRights()).toBeUndefined();
});
