import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SignJWT } from "jose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { launchApp, leaveApps } from "#contract";
import { makeApps } from "../../../test/apps.ts";
import { buildTestApp, type TestApp } from "../../../test/build.ts";
import {
  makeToolKeys,
  ORIGIN,
  postForm,
  signedByTool,
  tokenForm,
  toolEntry,
  type ToolKeys,
} from "../../../test/lti-tool.ts";
import { makePerson, makeSchool, signIn } from "../../../test/people.ts";
import { send } from "../../../test/send.ts";

const SCOPE = "https://purl.imsglobal.org/spec/lti-ags/scope/score";
const SERVICE = "https://library.example/";

let platform: TestApp;
let keys: ToolKeys;
let inside: { at: string; asked: string[]; close(): void };

/** Starts a server in the school's own network that serves the tool's keys to anyone. */
async function openInside() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ keys: [keys.jwk] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { at, asked, close: () => server.close() };
}

beforeEach(async () => {
  keys = await makeToolKeys();
  inside = await openInside();
});
afterEach(async () => {
  inside.close();
  await platform.close();
});

describe.each<[string, readonly string[], boolean]>([
  ["not listed", [], false],
  ["listed", ["127.0.0.1"], true],
])("an internal address that is %s", (_how, appNetworks, isCalled) => {
  const calls = (path: string) => expect(inside.asked).toEqual(isCalled ? [path] : []);
  beforeEach(async () => {
    platform = await buildTestApp({ config: { appNetworks, publicUrl: ORIGIN } });
  });

  test("as an LTI tool's keys", async () => {
    const settings = { jwks: undefined, jwks_uri: `${inside.at}/tool` };
    await makeApps(platform.db, [toolEntry("lab", keys, { settings })]);
    const now = new Date();
    const claims = { iss: "lab", sub: "lab", aud: `${ORIGIN}/lti/token` };
    const form = tokenForm(await signedByTool(keys, { now, claims }), SCOPE);
    const answer = await postForm(platform.app, "/lti/token", form);
    expect(answer.statusCode, answer.body).toBe(isCalled ? 200 : 400);
    calls("/tool");
  });

  test("as an OpenID Connect client's keys", async () => {
    await makeApps(platform.db, [
      {
        id: "bank",
        launch: "oidc",
        settings: {
          redirect_uris: ["https://bank.example/cb"],
          token_endpoint_auth_method: "private_key_jwt",
          jwks_uri: `${inside.at}/client`,
        },
      },
    ]);
    const client_assertion = await new SignJWT({ jti: "1" })
      .setProtectedHeader({ alg: "RS256", kid: "tool-1" })
      .setIssuer("bank")
      .setSubject("bank")
      .setAudience(`${ORIGIN}/oidc`)
      .setIssuedAt()
      .setExpirationTime("1m")
      .sign(keys.privateKey);
    const answer = await postForm(platform.app, "/oidc/token", {
      grant_type: "authorization_code",
      code: "guess",
      redirect_uri: "https://bank.example/cb",
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion,
    });
    expect(answer.json().error).toBe(isCalled ? "invalid_grant" : "invalid_client");
    calls("/client");
  });

  test("as where a CAS service is told of a sign-out", async () => {
    const { app, db } = platform;
    const school = await makeSchool(db);
    await makePerson(db, { account: "lin", memberships: [{ school, identity: "teacher" }] });
    await makeApps(db, [
      {
        id: "library",
        launch: "cas",
        url: SERVICE,
        settings: {
          services: [SERVICE],
          single_logout: true,
          single_logout_url: `${inside.at}/told`,
        },
      },
    ]);
    const { token, headers } = await signIn(app, "lin");
    await send(app, launchApp, { app_id: "library" }, { headers });
    const onward = await app.inject({
      url: "/cas/login",
      query: { service: SERVICE },
      headers: { cookie: `token=${token}` },
    });
    const ticket = new URL(String(onward.headers["location"])).searchParams.get("ticket") ?? "";
    const query = { service: SERVICE, ticket };
    expect((await app.inject({ url: "/cas/serviceValidate", query })).body).toContain("Success");
    await send(app, leaveApps, {}, { headers });
    await app.background.settle();
    calls("/told");
  });
});
