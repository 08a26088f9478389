import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildApp } from "../app.ts";
import { readConfig } from "../platform/config.ts";
import type { ConnectedDatabase } from "../database/connect.ts";
import { openTestDatabase } from "../../test/database.ts";

const TOKEN = "a-token-of-the-operators";
const OUTSIDE = "203.0.113.9";

let database: ConnectedDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  for (const app of apps.values()) await (await app).close();
  await database.close();
});

interface Asked {
  environment?: Record<string, string>;
  from?: string;
  headers?: Record<string, string>;
}

const apps = new Map<string, ReturnType<typeof buildApp>>();

/** Returns the app for an environment, made once for each. */
function appIn(environment: Record<string, string>): ReturnType<typeof buildApp> {
  const key = JSON.stringify(environment);
  const config = readConfig({ DEMO: "off", LOG_LEVEL: "silent", ...environment });
  const app = apps.get(key) ?? buildApp({ db: database.db, config });
  apps.set(key, app);
  return app;
}

async function status(url: string, { environment = {}, from, headers = {} }: Asked) {
  const app = await appIn(environment);
  const answer = await app.inject({ url, headers, ...(from && { remoteAddress: from }) });
  const unknown = await app.inject({ url: "/no-such-page", ...(from && { remoteAddress: from }) });
  if (answer.statusCode === 404) expect(answer.body).toBe(unknown.body);
  return answer.statusCode;
}

const shown = (token: string) => ({ authorization: `Bearer ${token}` });

describe("/metrics is the operators' (OP-04)", () => {
  test.each<[string, Asked, number]>([
    ["from the machine itself", {}, 200],
    ["from the machine itself, over IPv6", { from: "::1" }, 200],
    ["an IPv4 address in IPv6's clothes", { from: "::ffff:127.0.0.1" }, 200],
    ["from outside", { from: OUTSIDE }, 404],
    ["from a neighbour", { from: "10.0.0.8" }, 404],
    ["handed on by a proxy on this machine", { headers: { "x-forwarded-for": OUTSIDE } }, 404],
    ["handed on, and pretending", { headers: { "x-forwarded-for": "127.0.0.1" } }, 404],
    [
      "the same where every proxy is trusted",
      { environment: { TRUST_PROXY: "on" }, headers: { "x-forwarded-for": "127.0.0.1" } },
      404,
    ],
    ["from a network that is allowed", at("10.0.0.8", { METRICS_ALLOW: "10.0.0.0/8" }), 200],
    ["from an address that is allowed", at("fd00::7", { METRICS_ALLOW: "10.1.1.1,fd00::7" }), 200],
    [
      "an allowed network replaces the machine",
      at("127.0.0.1", { METRICS_ALLOW: "10.0.0.0/8" }),
      404,
    ],
    ["a token, where none is set", { from: OUTSIDE, headers: shown("undefined") }, 404],
    ["no token", at(OUTSIDE, { METRICS_TOKEN: TOKEN }), 404],
    ["a wrong token", { ...at(OUTSIDE, { METRICS_TOKEN: TOKEN }), headers: shown("wrong") }, 404],
    ["the token", { ...at(OUTSIDE, { METRICS_TOKEN: TOKEN }), headers: shown(TOKEN) }, 200],
  ])("%s", async (_name, asked, wanted) => {
    expect(await status("/metrics", asked)).toBe(wanted);
  });
});

describe("the API page is for whom API_PAGES says", () => {
  test.each<[string, string, number, number]>([
    ["local", "127.0.0.1", 200, 200],
    ["local", OUTSIDE, 404, 404],
    ["open", OUTSIDE, 200, 200],
    ["closed", "127.0.0.1", 404, 404],
  ])("%s, asked from %s", async (API_PAGES, from, document, page) => {
    const asked = { environment: { API_PAGES }, from };
    expect(await status("/openapi.json", asked)).toBe(document);
    expect(await status("/docs/api/", asked)).toBe(page);
  });
});

function at(from: string, environment: Record<string, string>): Asked {
  return { from, environment };
}
