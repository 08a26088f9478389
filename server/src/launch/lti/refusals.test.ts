import { tmpdir } from "node:os";
import type { FastifyInstance } from "fastify";
import { SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { chooseContent, launchApp, logout } from "#contract";
import { makeApps, makeClass } from "../../../test/apps.ts";
import { openTestDatabase } from "../../../test/database.ts";
import {
  authorize,
  authorizeFields,
  formOf,
  makeToolKeys,
  ORIGIN,
  postForm,
  readMessage,
  signedByTool,
  tokenForm,
  toolEntry,
  type ToolKeys,
} from "../../../test/lti-tool.ts";
import { makePerson, makeSchool, signIn } from "../../../test/people.ts";
import { send } from "../../../test/send.ts";
import { buildApp } from "../../app.ts";
import { readConfig } from "../../config.ts";
import type { ConnectedDatabase } from "../../database/connect.ts";
import { CLAIMS, GRADE_SCOPES, MEDIA, SCOPES } from "./vocabulary.ts";

/** What must be refused, each row a way that somebody could try. */
type Form = Record<string, string>;
interface Person {
  headers: Record<string, string>;
  cookie: string;
}

let connected: ConnectedDatabase;
let app: FastifyInstance;
let now = new Date("2026-09-01T08:00:00+08:00");
let keys: ToolKeys;
let otherKeys: ToolKeys;
let lin: Person;
let sun: Person;
let logged = "";
const secrets: string[] = [];

const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const person = async (account: string): Promise<Person> => {
  const { token, headers } = await signIn(app, account);
  secrets.push(token);
  return { headers, cookie: `token=${token}` };
};
async function begin(app_id = "lab", by = lin): Promise<Form> {
  const { body } = await send(app, launchApp, { app_id }, { headers: by.headers });
  const fields = authorizeFields(body.data.url);
  secrets.push(fields["login_hint"] ?? "");
  return fields;
}
async function open(fields: Form, cookie = lin.cookie) {
  const answer = await authorize(app, fields, cookie);
  const { id_token } = formOf(answer.body).fields;
  if (id_token !== undefined) secrets.push(id_token);
  return answer;
}
const launched = async (app_id = "lab", by = lin) => {
  const { id_token = "" } = formOf((await open(await begin(app_id, by), by.cookie)).body).fields;
  return readMessage(app, id_token, { client_id: app_id, now });
};

beforeAll(async () => {
  [keys, otherKeys] = [await makeToolKeys("lab-1"), await makeToolKeys("other-1")];
  connected = await openTestDatabase();
  app = await buildApp({
    db: connected.db,
    config: {
      ...readConfig({ DEMO: "off", LOG_LEVEL: "debug", DATA_DIR: tmpdir() }),
      publicUrl: ORIGIN,
    },
    now: () => now,
    log: { write: (line) => void (logged += line) },
  });
  await app.ready();
  const { db } = connected;
  const school = await makeSchool(db, { id: "primary" });
  const memberships = [{ school, identity: "teacher" as const }];
  const linId = await makePerson(db, { account: "lin", memberships });
  const sunId = await makePerson(db, { account: "sun", memberships });
  const pupil = await makePerson(db, {
    account: "pupil",
    memberships: [{ school, identity: "student" }],
  });
  await makeClass(db, school, { id: "c1", grade_id: "3", teachers: [linId], students: [pupil] });
  await makeClass(db, school, { id: "c2", grade_id: "3", teachers: [sunId] });
  await makeApps(db, [
    toolEntry("lab", keys),
    toolEntry("other", otherKeys),
    toolEntry("plain", keys, { settings: { names_and_roles: false, grades: false } }),
    { id: "link" },
    { id: "ticket", launch: "ticket", secret: "s" },
  ]);
});
afterAll(async () => {
  await app.close();
  await connected.close();
});
beforeEach(async () => {
  later(2001);
  [lin, sun] = [await person("lin"), await person("sun")];
});

describe("a request for the message", () => {
  it.each<[string, (fields: Form) => Form | Promise<Form>]>([
    ["without a scope", ({ scope: _, ...fields }) => fields],
    ["with another scope", (fields) => ({ ...fields, scope: "openid profile" })],
    ["for a code", (fields) => ({ ...fields, response_type: "code" })],
    ["for an access token too", (fields) => ({ ...fields, response_type: "id_token token" })],
    ["into the address", (fields) => ({ ...fields, response_mode: "query" })],
    ["into the fragment", (fields) => ({ ...fields, response_mode: "fragment" })],
    ["that wants to ask the person", (fields) => ({ ...fields, prompt: "login" })],
    ["without a nonce", ({ nonce: _, ...fields }) => fields],
    ["with an empty nonce", (fields) => ({ ...fields, nonce: "" })],
    ["with an endless nonce", (fields) => ({ ...fields, nonce: "n".repeat(600) })],
    ["without a state", ({ state: _, ...fields }) => fields],
    ["with an endless state", (fields) => ({ ...fields, state: "s".repeat(5000) })],
    ["with a zero byte", (fields) => ({ ...fields, state: "a\u0000b" })],
    [
      "with a line break",
      (fields) => ({ ...fields, redirect_uri: `${fields["redirect_uri"]}\r\nx: y` }),
    ],
    ["without a client", ({ client_id: _, ...fields }) => fields],
    ["of a client that is none", (fields) => ({ ...fields, client_id: "nobody" })],
    ["of a client in capitals", (fields) => ({ ...fields, client_id: "LAB" })],
    ["of a client that is SQL", (fields) => ({ ...fields, client_id: "lab' or '1'='1" })],
    ["of an app of another kind", (fields) => ({ ...fields, client_id: "ticket" })],
    [
      "of another deployment",
      (fields) => ({ ...fields, lti_deployment_id: "deployment of other" }),
    ],
    ["without a hint", ({ login_hint: _, ...fields }) => fields],
    ["with a hint made up", (fields) => ({ ...fields, login_hint: "a".repeat(43) })],
    [
      "with a hint changed",
      (fields) => ({ ...fields, login_hint: `${fields["login_hint"]?.slice(0, -1)}_` }),
    ],
    [
      "with a hint cut",
      (fields) => ({ ...fields, login_hint: fields["login_hint"]?.slice(1) ?? "" }),
    ],
    ["with the person as the hint", (fields) => ({ ...fields, login_hint: "lin" })],
    [
      "with the session's token as the hint",
      (fields) => ({ ...fields, login_hint: lin.cookie.slice(6) }),
    ],
    ["without a message hint", ({ lti_message_hint: _, ...fields }) => fields],
    ["with a message hint changed", (fields) => ({ ...fields, lti_message_hint: "a".repeat(43) })],
    [
      "with the message hint of another launch",
      async (fields) => ({
        ...fields,
        lti_message_hint: (await begin())["lti_message_hint"] ?? "",
      }),
    ],
    [
      "with the hints exchanged",
      (fields) => ({
        ...fields,
        login_hint: fields["lti_message_hint"] ?? "",
        lti_message_hint: fields["login_hint"] ?? "",
      }),
    ],
    [
      "with both hints of another app's launch",
      async (fields) => {
        const { login_hint = "", lti_message_hint = "" } = await begin("other");
        return { ...fields, login_hint, lti_message_hint };
      },
    ],
    [
      "as another app",
      async () => {
        const fields = await begin("other");
        return {
          ...fields,
          client_id: "lab",
          redirect_uri: "https://lab.example/start",
          lti_deployment_id: "deployment of lab",
        };
      },
    ],
    [
      "a minute later",
      (fields) => {
        later(60_000);
        return fields;
      },
    ],
    [
      "a second time",
      async (fields) => {
        expect((await open(fields)).statusCode).toBe(200);
        return fields;
      },
    ],
    [
      "after the session has ended",
      async (fields) => {
        await send(app, logout, {}, { headers: lin.headers });
        lin = await person("lin");
        return fields;
      },
    ],
  ])("%s", async (_what, change) => {
    const fields = await change(await begin());
    for (const answer of [
      await open(fields),
      await postForm(app, "/lti/authorize", fields, { cookie: lin.cookie }),
    ]) {
      expect(answer.statusCode).toBe(400);
      expect(answer.body).toMatch(/<h1>[\u4e00-\u9fff]/);
      expect(answer.body).not.toContain("id_token");
    }
  });

  it.each<[string, string]>([
    ["another host", "https://evil.example/start"],
    ["a host that begins like it", "https://lab.example.evil.example/start"],
    ["a host that ends like it", "https://evil-lab.example/start"],
    ["the host as a user name", "https://lab.example@evil.example/start"],
    ["a user name", "https://x@lab.example/start"],
    ["another port", "https://lab.example:444/start"],
    ["the usual port, written", "https://lab.example:443/start"],
    ["another scheme", "http://lab.example/start"],
    ["a scheme that runs", "javascript:alert(1)"],
    ["capital letters", "https://LAB.example/start"],
    ["a dot behind the host", "https://lab.example./start"],
    ["a deeper path", "https://lab.example/start/x"],
    ["a slash more", "https://lab.example/start/"],
    ["a path that climbs", "https://lab.example/x/../start"],
    ["an encoded letter", "https://lab.example/st%61rt"],
    ["a query", "https://lab.example/start?x"],
    ["a fragment", "https://lab.example/start#x"],
    ["a space", "https://lab.example/start "],
    ["a back slash", "https:\\\\lab.example/start"],
    ["the login address", "https://lab.example/login?tenant=1"],
    ["another tool's", "https://other.example/start"],
    ["markup", 'https://lab.example/start"><script>alert(1)</script>'],
  ])("to an address that is not registered: %s", async (_what, redirect_uri) => {
    const fields = await begin();
    const answer = await open({ ...fields, redirect_uri });
    expect([answer.statusCode, answer.headers["location"]]).toEqual([400, undefined]);
    expect(answer.body).toContain("这个地址没有登记");
    expect(answer.body).not.toContain("evil");
    // and the launch is still the person's own
    expect((await open(fields)).statusCode).toBe(200);
  });

  it.each<[string, () => string | Promise<string>, string]>([
    ["another person's", () => sun.cookie, "这次打开已经失效"],
    ["nobody's", () => "", "请先在学门里登录"],
    ["a made-up token's", () => "token=guess", "请先在学门里登录"],
  ])("in a browser that is %s", async (_what, cookie, text) => {
    const fields = await begin();
    const answer = await open({ ...fields, again: "1" }, await cookie());
    expect([answer.statusCode, answer.body.includes(text)]).toEqual([400, true]);
    expect(answer.body).not.toContain("id_token");
  });

  it("with a field twice", async () => {
    const fields = new URLSearchParams(await begin()).toString();
    const answer = await app.inject({
      url: `/lti/authorize?${fields}&redirect_uri=https%3A%2F%2Fevil.example`,
      headers: { cookie: lin.cookie },
    });
    expect([answer.statusCode, answer.body.includes("id_token")]).toEqual([400, false]);
  });

  it.each(["PUT", "DELETE"] as const)("by %s", async (method) => {
    const answer = await app.inject({
      method,
      url: "/lti/authorize",
      query: await begin(),
      headers: { cookie: lin.cookie },
    });
    expect(answer.statusCode).toBe(404);
  });

  it("gives one of 20 at once the message", async () => {
    const fields = await begin();
    const answers = await Promise.all(Array.from({ length: 20 }, () => open(fields)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it("with markup in the state, which goes back as it came and runs nowhere", async () => {
    const state = '"><script>alert(1)</script>';
    const answer = await open({ ...(await begin()), state });
    expect(answer.body).not.toContain("<script>alert(1)");
    expect(formOf(answer.body).fields["state"]).toBe(state);
  });
});

const assertion = (claims: object = {}, more: { alg?: string; kid?: string; by?: ToolKeys } = {}) =>
  signedByTool(more.by ?? keys, {
    now,
    ...more,
    claims: { iss: "lab", sub: "lab", aud: `${ORIGIN}/lti/token`, ...claims },
  });
const seconds = () => Math.floor(now.getTime() / 1000);
const ALL = Object.values(SCOPES).join(" ");
const askToken = (form: Form) => postForm(app, "/lti/token", form);

describe("a request for an access token", () => {
  const shared = new TextEncoder().encode("a shared secret of enough letters");
  const hmac = () =>
    new SignJWT({ jti: "1", iat: seconds(), exp: seconds() + 60 })
      .setProtectedHeader({ alg: "HS256", kid: "lab-1" })
      .setIssuer("lab")
      .setSubject("lab")
      .setAudience(`${ORIGIN}/lti/token`)
      .sign(shared);
  const unsigned = () =>
    new UnsecuredJWT({ jti: "1" })
      .setIssuer("lab")
      .setSubject("lab")
      .setAudience(`${ORIGIN}/lti/token`)
      .setIssuedAt(seconds())
      .setExpirationTime(seconds() + 60)
      .encode();

  it.each<[string, string, () => Promise<Form> | Form]>([
    ["without anything", "unsupported_grant_type", () => ({})],
    [
      "for a password",
      "unsupported_grant_type",
      async () => ({ ...tokenForm(await assertion(), ALL), grant_type: "password" }),
    ],
    [
      "with a secret",
      "invalid_client",
      () => ({
        grant_type: "client_credentials",
        client_id: "lab",
        client_secret: "s",
        scope: ALL,
      }),
    ],
    [
      "with another kind of assertion",
      "invalid_client",
      async () => ({ ...tokenForm(await assertion(), ALL), client_assertion_type: "saml" }),
    ],
    ["with what is no assertion", "invalid_client", () => tokenForm("not a token", ALL)],
    ["with an endless assertion", "invalid_client", () => tokenForm("a".repeat(9000), ALL)],
    ["that is not signed (alg none)", "invalid_client", () => tokenForm(unsigned(), ALL)],
    [
      "signed with a shared secret (HS256)",
      "invalid_client",
      async () => tokenForm(await hmac(), ALL),
    ],
    [
      "signed with the key of another tool",
      "invalid_client",
      async () => tokenForm(await assertion({}, { by: otherKeys }), ALL),
    ],
    [
      "signed with another tool's key under this one's name",
      "invalid_client",
      async () => tokenForm(await assertion({}, { by: otherKeys, kid: "lab-1" }), ALL),
    ],
    [
      "signed with a key that nobody knows",
      "invalid_client",
      async () => tokenForm(await assertion({}, { kid: "lab-2" }), ALL),
    ],
    [
      "whose end was cut off",
      "invalid_client",
      async () => tokenForm((await assertion()).slice(0, -4), ALL),
    ],
    [
      "whose middle was changed",
      "invalid_client",
      async () => {
        const [head, , tail] = (await assertion()).split(".");
        const body = Buffer.from(
          JSON.stringify({
            iss: "lab",
            sub: "lab",
            aud: `${ORIGIN}/lti/token`,
            jti: "9",
            iat: seconds(),
            exp: seconds() + 9999,
          }),
        ).toString("base64url");
        return tokenForm(`${head}.${body}.${tail}`, ALL);
      },
    ],
    [
      "of a client that is none",
      "invalid_client",
      async () => tokenForm(await assertion({ iss: "nobody", sub: "nobody" }), ALL),
    ],
    [
      "of an app of another kind",
      "invalid_client",
      async () => tokenForm(await assertion({ iss: "ticket", sub: "ticket" }), ALL),
    ],
    [
      "for somebody else",
      "invalid_client",
      async () => tokenForm(await assertion({ sub: "other" }), ALL),
    ],
    [
      "of another tool, signed by this one",
      "invalid_client",
      async () => tokenForm(await assertion({ iss: "other", sub: "other" }), ALL),
    ],
    [
      "under another client id",
      "invalid_client",
      async () => ({ ...tokenForm(await assertion(), ALL), client_id: "other" }),
    ],
    [
      "for another platform",
      "invalid_client",
      async () => tokenForm(await assertion({ aud: "https://elsewhere.example/lti/token" }), ALL),
    ],
    [
      "for nobody",
      "invalid_client",
      async () => tokenForm(await assertion({ aud: undefined }), ALL),
    ],
    [
      "that has run out",
      "invalid_client",
      async () => tokenForm(await assertion({ iat: seconds() - 120, exp: seconds() - 31 }), ALL),
    ],
    [
      "that is too old",
      "invalid_client",
      async () => tokenForm(await assertion({ iat: seconds() - 400, exp: seconds() + 60 }), ALL),
    ],
    [
      "from the future",
      "invalid_client",
      async () => tokenForm(await assertion({ iat: seconds() + 120, exp: seconds() + 180 }), ALL),
    ],
    [
      "not yet good",
      "invalid_client",
      async () => tokenForm(await assertion({ nbf: seconds() + 120 }), ALL),
    ],
    [
      "that never runs out",
      "invalid_client",
      async () => tokenForm(await assertion({ exp: undefined }), ALL),
    ],
    [
      "without a jti",
      "invalid_client",
      async () => tokenForm(await assertion({ jti: undefined }), ALL),
    ],
    [
      "with an endless jti",
      "invalid_client",
      async () => tokenForm(await assertion({ jti: "j".repeat(600) }), ALL),
    ],
    [
      "a second time",
      "invalid_client",
      async () => {
        const form = tokenForm(await assertion(), ALL);
        expect((await askToken(form)).statusCode).toBe(200);
        return form;
      },
    ],
    ["without a scope", "invalid_scope", async () => tokenForm(await assertion(), "")],
    [
      "for a scope that is none",
      "invalid_scope",
      async () => tokenForm(await assertion(), "openid admin"),
    ],
    [
      "for services that the school has not opened",
      "invalid_scope",
      async () => tokenForm(await assertion({ iss: "plain", sub: "plain" }), ALL),
    ],
  ])("%s", async (_what, error, form) => {
    const answer = await askToken(await form());
    expect([answer.statusCode, answer.json().error]).toEqual([400, error]);
    expect(answer.json().error_description).toMatch(/^[\x20-\x7e]+$/);
    expect(answer.body).not.toContain("access_token");
  });

  it("gives one of 10 at once a token", async () => {
    const form = tokenForm(await assertion(), ALL);
    const answers = await Promise.all(Array.from({ length: 10 }, () => askToken(form)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it.each([
    ["as JSON that is none", "application/json", "{"],
    ["as XML", "application/xml", "<x/>"],
  ])("%s", async (_what, type, payload) => {
    const answer = await app.inject({
      method: "POST",
      url: "/lti/token",
      payload,
      headers: { "content-type": type },
    });
    expect([400, 415]).toContain(answer.statusCode);
    expect(answer.json().error).toBe("invalid_request");
  });
});

const bearerOf = async (scope = ALL, claims: object = {}, by = keys): Promise<string> => {
  const answer = await askToken(tokenForm(await assertion(claims, { by }), scope));
  const token: string = answer.json().access_token;
  secrets.push(token);
  return token;
};

describe("a tool's server that asks for a class", () => {
  const get = (url: string, authorization = "") =>
    app.inject({
      url: url.replace(ORIGIN, ""),
      headers: authorization === "" ? {} : { authorization },
    });
  const members = async (by = lin, id = "lab") =>
    (await launched(id, by)).field(CLAIMS.namesRoles, "context_memberships_url");

  it.each<[string, number, string, () => string | Promise<string>]>([
    ["without a token", 401, "invalid_token", () => ""],
    ["with a token made up", 401, "invalid_token", () => `Bearer ${"a".repeat(43)}`],
    ["with what is no token", 401, "invalid_token", () => "Bearer ' or 1=1"],
    ["with the token of a person", 401, "invalid_token", () => `Bearer ${lin.cookie.slice(6)}`],
    [
      "by name and secret",
      401,
      "invalid_token",
      () => `Basic ${Buffer.from("ticket:s").toString("base64")}`,
    ],
    [
      "with a token of an hour ago",
      401,
      "invalid_token",
      async () => {
        const token = await bearerOf();
        later(3_600_000);
        lin = await person("lin");
        return `Bearer ${token}`;
      },
    ],
    [
      "with a token for grades only",
      400,
      "insufficient_scope",
      async () => `Bearer ${await bearerOf(GRADE_SCOPES.join(" "))}`,
    ],
    [
      "with the token of another tool",
      404,
      "not_found",
      async () => `Bearer ${await bearerOf(ALL, { iss: "other", sub: "other" }, otherKeys)}`,
    ],
  ])("%s", async (_what, status, error, authorization) => {
    const credentials = await authorization();
    const answer = await get(await members(), credentials);
    expect([answer.statusCode, answer.json().error]).toEqual([status, error]);
    expect(answer.body).not.toContain("members");
  });

  it.each(["no-such", "..%2f..", "a'b", "%00", "x".repeat(80)])("that is none: %s", async (id) => {
    const answer = await get(`/lti/contexts/${id}/members`, `Bearer ${await bearerOf()}`);
    expect(answer.statusCode).toBe(404);
  });

  it("that another school's or tool's class is, or one that has closed", async () => {
    const [address, token] = [await members(), `Bearer ${await bearerOf()}`];
    const switchClass = (is_abled: boolean) =>
      connected.db.updateTable("class").set({ is_abled }).where("id", "=", "c1").execute();
    await switchClass(false);
    expect((await get(address, token)).statusCode).toBe(404);
    await switchClass(true);
    const switchApp = (school_ids: string[]) =>
      connected.db.updateTable("app").set({ school_ids }).where("id", "=", "lab").execute();
    await switchApp(["elsewhere"]);
    later(2000);
    expect((await get(address, token)).statusCode).toBe(404);
    await switchApp([]);
    later(2000);
    expect((await get(address, token)).statusCode).toBe(200);
  });

  it.each(["limit=0", "limit=-1", "limit=x", "page=0", "limit=1&limit=2", "role=a&role=b"])(
    "with pages that are none: %s",
    async (query) => {
      const answer = await get(`${await members()}?${query}`, `Bearer ${await bearerOf()}`);
      expect([answer.statusCode, answer.json().error]).toEqual([400, "invalid_request"]);
    },
  );

  const LINE_ITEM = { label: "测验", scoreMaximum: 10 };
  const post = async (
    url: string,
    payload: unknown,
    media: string = MEDIA.lineItem,
    token?: string,
  ) =>
    app.inject({
      method: "POST",
      url: url.replace(ORIGIN, ""),
      payload: typeof payload === "string" ? payload : JSON.stringify(payload),
      headers: { "content-type": media, authorization: `Bearer ${token ?? (await bearerOf())}` },
    });
  const list = async (by = lin) => (await launched("lab", by)).field(CLAIMS.endpoint, "lineitems");

  it.each<[string, unknown, string?]>([
    ["without a label", { scoreMaximum: 10 }],
    ["with an empty label", { ...LINE_ITEM, label: "" }],
    ["with an endless label", { ...LINE_ITEM, label: "x".repeat(300) }],
    ["with a zero byte", { ...LINE_ITEM, tag: "a\u0000" }],
    ["without a maximum", { label: "测验" }],
    ["with a maximum of nothing", { ...LINE_ITEM, scoreMaximum: 0 }],
    ["with a maximum below nothing", { ...LINE_ITEM, scoreMaximum: -1 }],
    ["with a maximum as text", { ...LINE_ITEM, scoreMaximum: "10" }],
    ["with a day that is none", { ...LINE_ITEM, endDateTime: "tomorrow" }],
    ["with a link of elsewhere", { ...LINE_ITEM, resourceLinkId: "tile-other" }],
    ["that is a list", [LINE_ITEM]],
    ["that is no JSON", "{"],
    ["that would reach a prototype", '{"__proto__":{"a":1},"label":"x","scoreMaximum":1}'],
    ["as another kind", LINE_ITEM, "text/plain"],
  ])("with a line item %s", async (_what, body, media) => {
    const answer = await post(await list(), body, media);
    expect([400, 415]).toContain(answer.statusCode);
    expect(answer.json().error).toBe("invalid_request");
  });

  it("to write with a token for reading", async () => {
    const token = await bearerOf(SCOPES.lineItemRead);
    const answer = await post(await list(), LINE_ITEM, MEDIA.lineItem, token);
    expect([answer.statusCode, answer.json().error]).toEqual([400, "insufficient_scope"]);
  });

  const score = async (change: object) => {
    const made = (await post(await list(), LINE_ITEM)).json();
    const { sub } = await launched("lab", await person("pupil"));
    const whole = {
      userId: sub,
      scoreGiven: 1,
      scoreMaximum: 1,
      timestamp: now.toISOString(),
      activityProgress: "Completed",
      gradingProgress: "FullyGraded",
    };
    return post(`${made.id}/scores`, { ...whole, ...change }, MEDIA.score);
  };

  it.each<[string, number, object | (() => Promise<object>)]>([
    ["of nobody", 404, { userId: "nobody" }],
    ["of a teacher", 404, async () => ({ userId: (await launched()).sub })],
    [
      "of a pupil by another tool's name for them",
      404,
      async () => ({ userId: (await launched("other", await person("pupil"))).sub }),
    ],
    ["below nothing", 400, { scoreGiven: -1 }],
    ["of nothing", 400, { scoreMaximum: 0 }],
    ["without what it is out of", 400, { scoreMaximum: undefined }],
    ["without a moment", 400, { timestamp: undefined }],
    ["at a moment that is none", 400, { timestamp: "now" }],
    [
      "of next week",
      400,
      () => Promise.resolve({ timestamp: new Date(now.getTime() + 7 * 86_400_000).toISOString() }),
    ],
    ["in a progress that is none", 400, { activityProgress: "Dreaming" }],
    ["in a grading that is none", 400, { gradingProgress: "Lost" }],
    ["with an endless comment", 400, { comment: "x".repeat(5000) }],
    ["with a zero byte", 400, { comment: "\u0000" }],
  ])("with a score %s", async (_what, status, change) => {
    const answer = await score(typeof change === "function" ? await change() : change);
    expect(answer.statusCode).toBe(status);
  });

  it("with a line item of another class", async () => {
    const made = (await post(await list(sun), LINE_ITEM)).json();
    const mine = await list(lin);
    const id = String(made.id).split("/").at(-1);
    const answer = await get(`${mine}/${id}`, `Bearer ${await bearerOf()}`);
    expect(answer.statusCode).toBe(404);
  });
});

describe("content that comes back", () => {
  const choose = async () => {
    const input = { app_id: "lab", class_id: "c1" };
    const { body } = await send(app, chooseContent, input, { headers: lin.headers });
    const fields = { ...authorizeFields(body.data.url), redirect_uri: "https://lab.example/start" };
    const { id_token = "" } = formOf((await open(fields)).body).fields;
    return readMessage(app, id_token, { client_id: "lab", now });
  };
  const ITEM = { type: "ltiResourceLink", title: "游戏", url: "https://lab.example/game" };
  const answer = async (
    change: Record<string, unknown> = {},
    { by = keys, ...signed }: { by?: ToolKeys; alg?: string; kid?: string } = {},
  ) => {
    const data = (await choose()).field(CLAIMS.settings, "data");
    secrets.push(data);
    const claims = {
      iss: "lab",
      aud: ORIGIN,
      nonce: "n",
      [CLAIMS.messageType]: "LtiDeepLinkingResponse",
      [CLAIMS.version]: "1.3.0",
      [CLAIMS.deploymentId]: "deployment of lab",
      [CLAIMS.data]: data,
      [CLAIMS.contentItems]: [ITEM],
      ...change,
    };
    return signedByTool(by, { now, claims, ...signed });
  };
  const kept = async () =>
    (await connected.db.selectFrom("lti_item").select("id").execute()).length;

  it.each<[string, () => Promise<string> | string]>([
    ["as what is no message", () => "no message"],
    ["as nothing", () => ""],
    [
      "unsigned",
      async () => {
        const [, body] = (await answer()).split(".");
        return `${Buffer.from('{"alg":"none"}').toString("base64url")}.${body}.`;
      },
    ],
    ["signed with another tool's key", () => answer({}, { by: otherKeys })],
    [
      "signed with another tool's key under this one's name",
      () => answer({}, { by: otherKeys, kid: "lab-1" }),
    ],
    ["of another tool", () => answer({ iss: "other" }, { by: otherKeys })],
    ["of another tool, signed by this one", () => answer({ iss: "other" })],
    ["of a tool that is none", () => answer({ iss: "nobody" })],
    ["for another platform", () => answer({ aud: "https://elsewhere.example" })],
    ["that has run out", () => answer({ iat: seconds() - 120, exp: seconds() - 31 })],
    ["that is too old", () => answer({ iat: seconds() - 400 })],
    ["that never runs out", () => answer({ exp: undefined })],
    ["of another kind", () => answer({ [CLAIMS.messageType]: "LtiResourceLinkRequest" })],
    ["of another version", () => answer({ [CLAIMS.version]: "1.1" })],
    ["of another deployment", () => answer({ [CLAIMS.deploymentId]: "deployment of other" })],
    ["without what it was given", () => answer({ [CLAIMS.data]: undefined })],
    ["with something else than it was given", () => answer({ [CLAIMS.data]: "a".repeat(43) })],
    ["with a list that is none", () => answer({ [CLAIMS.contentItems]: "all" })],
    ["with things that are none", () => answer({ [CLAIMS.contentItems]: [null] })],
    [
      "with far too many things",
      () => answer({ [CLAIMS.contentItems]: Array.from({ length: 51 }, () => ITEM) }),
    ],
    [
      "with a thing elsewhere under the tool's name",
      () => answer({ [CLAIMS.contentItems]: [{ ...ITEM, url: "https://evil.example/" }] }),
    ],
    [
      "with a thing on a host that begins like it",
      () =>
        answer({ [CLAIMS.contentItems]: [{ ...ITEM, url: "https://lab.example.evil.example/" }] }),
    ],
    [
      "with a thing behind a user name",
      () =>
        answer({ [CLAIMS.contentItems]: [{ ...ITEM, url: "https://lab.example:x@lab.example/" }] }),
    ],
    [
      "with a link that runs",
      () => answer({ [CLAIMS.contentItems]: [{ type: "link", url: "javascript:alert(1)" }] }),
    ],
    ["with a link to nowhere", () => answer({ [CLAIMS.contentItems]: [{ type: "link" }] })],
    [
      "with an endless title",
      () => answer({ [CLAIMS.contentItems]: [{ ...ITEM, title: "x".repeat(300) }] }),
    ],
    [
      "with a maximum of nothing",
      () => answer({ [CLAIMS.contentItems]: [{ ...ITEM, lineItem: { scoreMaximum: 0 } }] }),
    ],
    [
      "an hour later",
      async () => {
        const data = (await choose()).field(CLAIMS.settings, "data");
        later(3_600_001);
        return answer({ [CLAIMS.data]: data });
      },
    ],
    [
      "after the session has ended",
      async () => {
        const jwt = await answer();
        await send(app, logout, {}, { headers: lin.headers });
        return jwt;
      },
    ],
  ])("%s", async (_what, jwt) => {
    const before = await kept();
    const given = await jwt();
    const back = await postForm(app, "/lti/deep-links", { JWT: given });
    expect([back.statusCode, back.body.includes("选好的内容没有收下")]).toEqual([400, true]);
    expect(back.body).not.toContain("evil");
    expect(await kept()).toBe(before);
  });

  it("is not asked for by GET", async () => {
    expect((await app.inject(`/lti/deep-links?JWT=${await answer()}`)).statusCode).toBe(404);
  });
});

it("leaves an audit line, and no token, hint, message or data, in the log", () => {
  expect(logged).toMatch(
    /"path":"\/lti\/authorize".*"audit":"launch-refused","kind":"lti","reason":"late"/,
  );
  expect(logged).toMatch(/"path":"\/lti\/token".*"audit":"launch-refused"/);
  expect(secrets.length).toBeGreaterThan(100);
  expect(secrets.filter((secret) => secret !== "" && logged.includes(secret))).toEqual([]);
});
