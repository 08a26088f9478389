import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { launchApp, leaveApps, logout } from "#contract";
import { signIn, TEST_PASSWORD } from "../../../test/people.ts";
import { send } from "../../../test/send.ts";
import { LaunchTestApp, openForTests } from "../launch-test-app.fixture.ts";
import { fillServices, LIBRARY, openService } from "./cas.fixture.ts";

const at = openForTests(
  new LaunchTestApp({
    config: { publicUrl: "https://gate.example", appNetworks: ["127.0.0.1"] },
    fill: async (db) => {
      service = await openService((one) => received.push(one));
      await fillServices(db, service.url);
    },
  }),
  "lin",
);
let service: Awaited<ReturnType<typeof openService>>;
let received: { path: string; body: string }[];

const get = (path: string, query: Record<string, string>, cookie = "") =>
  at.app.inject({ method: "GET", url: path, query, headers: cookie === "" ? {} : { cookie } });
const post = (path: string, form: Record<string, string>, cookie = "") =>
  at.app.inject({
    method: "POST",
    url: path,
    payload: new URLSearchParams(form).toString(),
    headers: { cookie, "content-type": "application/x-www-form-urlencoded" },
  });
const login = (query: Record<string, string>, cookie = at.lin.cookie) =>
  get("/cas/login", { service: LIBRARY, ...query }, cookie);
const ticketIn = (answer: { headers: Record<string, unknown> }) =>
  new URL(String(answer.headers["location"])).searchParams.get("ticket") ?? "";
const ticket = async (query: Record<string, string> = {}, cookie?: string) =>
  ticketIn(await login(query, cookie));
const validate = (
  ticket: string,
  query: Record<string, string> = {},
  path = "/p3/serviceValidate",
) => get(`/cas${path}`, { service: LIBRARY, ticket, ...query });
const field = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
const endings = async () => {
  await at.app.background.settle();
  return received;
};

afterAll(() => service.close());
beforeEach(async () => {
  await endings();
  received = [];
});

describe("a tile", () => {
  it("leads to the service with a ticket, for 60 seconds and once, in the browser of this session", async () => {
    const { body } = await send(
      at.app,
      launchApp,
      { app_id: "library" },
      { headers: at.lin.headers },
    );
    expect(body.data).toMatchObject({
      kind: "cas",
      method: "GET",
      opens_in: "tab",
      expires_in: 60,
    });
    const url = new URL(body.data.url);
    expect(url.origin + url.pathname).toBe("https://gate.example/cas/login");
    expect(url.searchParams.get("service")).toBe(LIBRARY);
    expect(url.href).not.toContain(at.lin.cookie.slice(6));
    const open = (cookie: string) =>
      get("/cas/login", Object.fromEntries(url.searchParams), cookie);
    expect((await open("")).statusCode).toBe(400);
    expect((await open((await at.person("sun", "teacher")).cookie)).statusCode).toBe(400);
    const opened = await open(at.lin.cookie);
    expect(opened.statusCode).toBe(302);
    expect(opened.headers["location"]).toMatch(
      /^https:\/\/library\.example\/cas\?from=gate&ticket=ST-[0-9a-f]{64}$/,
    );
    expect((await validate(ticketIn(opened))).body).toContain("<cas:authenticationSuccess>");
    const again = await open(at.lin.cookie);
    expect([again.statusCode, again.body.includes("这次打开已经失效")]).toEqual([400, true]);
  });

  it("carries the identity that it was opened under, whatever the person has switched to since", async () => {
    const launched = await send(
      at.app,
      launchApp,
      { app_id: "silent" },
      {
        headers: { ...at.lin.headers, identity: "parent" },
      },
    );
    const query = Object.fromEntries(new URL(launched.body.data.url).searchParams);
    await get("/cas/login", query, at.lin.cookie);
    const rows = await at.db
      .selectFrom("app_ticket as t")
      .innerJoin("cas_ticket as c", "c.ticket_hash", "t.ticket_hash")
      .select("t.identity")
      .where("t.app_id", "=", "silent")
      .execute();
    expect(rows).toEqual([{ identity: "parent" }]);
  });

  it("says so when the app has no address to sign in to yet", async () => {
    const answer = await send(at.app, launchApp, { app_id: "unset" }, { headers: at.lin.headers });
    expect([answer.status, answer.body.msg.includes("还没有登记")]).toEqual([409, true]);
  });
});

describe("a service that sends a person", () => {
  it("gets a ticket for who is signed in, as GET or as a form that posts itself", async () => {
    expect(await ticket()).toMatch(/^ST-[0-9a-f]{64}$/);
    const page = await login({ method: "POST" });
    expect(page.body).toContain(`action="${LIBRARY}"`);
    expect(field(page.body, "ticket")).toMatch(/^ST-[0-9a-f]{64}$/);
  });

  it("has the person sign in first, and comes back here", async () => {
    const { statusCode, headers } = await login({}, "");
    const [page, path] = String(headers["location"]).split("#/continue/");
    expect([statusCode, page]).toEqual([302, "/platformEntry/"]);
    expect(decodeURIComponent(path ?? "")).toBe(
      `/cas/login?service=${encodeURIComponent(LIBRARY)}`.replace("%20", "+"),
    );
  });

  it("sends nobody to sign in with gateway, and shows the page without a service", async () => {
    expect((await login({ gateway: "true" }, "")).headers["location"]).toBe(LIBRARY);
    expect((await get("/cas/login", {}, at.lin.cookie)).headers["location"]).toBe(
      "/platformEntry/",
    );
  });

  it("with renew asks for the password again, and the ticket says that it is fresh", async () => {
    const asked = await login({ renew: "true", gateway: "true" });
    expect(asked.body).toContain("请再次输入密码");
    const next = field(asked.body, "next");
    const fields = { next, seal: field(asked.body, "seal") };
    // back without having proved anything
    at.later(1);
    expect((await at.app.inject({ url: next, headers: { cookie: at.lin.cookie } })).body).toContain(
      "请再次输入密码",
    );
    const wrong = await post("/launch/prove", { ...fields, password: "guess" }, at.lin.cookie);
    expect([wrong.statusCode, wrong.body.includes("密码不正确")]).toEqual([400, true]);
    const proved = await post(
      "/launch/prove",
      { ...fields, password: TEST_PASSWORD },
      at.lin.cookie,
    );
    expect([proved.statusCode, proved.headers["location"]]).toEqual([303, next]);
    const back = await at.app.inject({ url: next, headers: { cookie: at.lin.cookie } });
    const validated = await validate(ticketIn(back), { renew: "true" });
    expect(validated.body).toContain("<cas:isFromNewLogin>true</cas:isFromNewLogin>");
    // the next request starts again
    expect((await login({ renew: "true" })).body).toContain("请再次输入密码");
  });

  it("with renew takes who has just signed in for it, without asking twice", async () => {
    const first = await login({ renew: "true" }, "");
    const path = decodeURIComponent(String(first.headers["location"]).split("/continue/")[1] ?? "");
    at.later(5000);
    const { cookie } = await at.person("lin", "teacher");
    const back = await at.app.inject({ url: path, headers: { cookie } });
    expect(ticketIn(back)).toMatch(/^ST-/);
  });

  it("of an app that wants a fresh proof asks for the password when it is not fresh", async () => {
    const safe = { service: "https://safe.example/" };
    expect(ticketIn(await login(safe))).toMatch(/^ST-/);
    at.later(301_000);
    expect((await login(safe)).body).toContain("请再次输入密码");
  });
});

describe("validation", () => {
  it("answers CAS 1.0 with two lines, CAS 2.0 without and CAS 3.0 with attributes", async () => {
    const one = await validate(await ticket(), {}, "/validate");
    expect([one.headers["content-type"], one.body]).toEqual([
      "text/plain; charset=utf-8",
      expect.stringMatching(/^yes\n[\w-]{43}\n$/),
    ]);
    const two = await validate(await ticket(), {}, "/serviceValidate");
    expect(two.headers["content-type"]).toBe("application/xml; charset=utf-8");
    expect(two.body).toMatch(/<cas:user>[\w-]{43}<\/cas:user><\/cas:authenticationSuccess>/);
    expect((await validate(await ticket(), {}, "/proxyValidate")).body).toContain("<cas:user>");
    const three = await validate(await ticket());
    for (const part of [
      'xmlns:cas="http://www.yale.edu/tp/cas"',
      "<cas:name>林&amp;岚</cas:name>",
      "<cas:identity>teacher</cas:identity>",
      "<cas:school>启明&lt;小学&gt;</cas:school>",
      "<cas:class>c32 班</cas:class><cas:class>c33 班</cas:class>",
      "<cas:isFromNewLogin>false</cas:isFromNewLogin>",
    ]) {
      expect(three.body).toContain(part);
    }
    expect((await validate(await ticket(), {}, "/p3/proxyValidate")).body).toContain("<cas:name>");
  });

  it("answers as JSON, the person under the same name, and tells each app no more than it may know", async () => {
    const { body } = await validate(await ticket(), { format: "JSON" });
    const { user, attributes } = JSON.parse(body).serviceResponse.authenticationSuccess;
    expect(attributes).toMatchObject({
      name: "林&岚",
      class_id: ["c32", "c33"],
      school_id: "primary",
    });
    const service = "https://silent.example/";
    const other = await validate(await ticket({ service }), { service, format: "json" });
    const silent = JSON.parse(other.body).serviceResponse.authenticationSuccess;
    expect(Object.keys(silent.attributes).filter((name) => !/^[a-z]+[A-Z]/.test(name))).toEqual([]);
    expect(silent.user).not.toBe(user);
  });

  it("keeps tickets as hashes until they have no power", async () => {
    const unused = await ticket();
    const rows = await at.db.selectFrom("cas_ticket").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(unused);
    await validate(unused);
    const { rows: _, ...kept } = {
      rows: 0,
      list: await at.db.selectFrom("cas_ticket").select("ticket").execute(),
    };
    expect(kept.list).toContainEqual({ ticket: unused });
  });

  it("lets one of 50 at once in", async () => {
    const one = await ticket();
    const answers = await Promise.all(Array.from({ length: 50 }, () => validate(one)));
    expect(answers.filter(({ body }) => body.includes("authenticationSuccess"))).toHaveLength(1);
  });

  it("takes a ticket for ten seconds, not longer", async () => {
    const [first, second] = [await ticket(), await ticket()];
    at.later(9999);
    expect((await validate(first)).body).toContain("authenticationSuccess");
    at.later(1);
    expect((await validate(second)).body).toContain('code="INVALID_TICKET"');
  });
});

describe("single logout", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["bye", () => send(at.app, leaveApps, {}, { headers: at.lin.headers })],
    [
      "bye at this app",
      () => send(at.app, leaveApps, { app_id: "library" }, { headers: at.lin.headers }),
    ],
    ["signing out", () => send(at.app, logout, {}, { headers: at.lin.headers })],
    ["signing in elsewhere", () => signIn(at.app, "lin")],
  ])("tells the service after %s, once, naming the ticket", async (_how, end) => {
    const used = await ticket();
    await validate(used);
    await ticket();
    await end();
    const messages = await endings();
    expect(messages).toHaveLength(1);
    const message = new URLSearchParams(messages[0]?.body).get("logoutRequest") ?? "";
    expect(message).toContain(`<samlp:SessionIndex>${used}</samlp:SessionIndex>`);
    expect(message).toMatch(/<saml:NameID [^>]+>[\w-]{43}<\/saml:NameID>/);
    await send(at.app, leaveApps, {}, { headers: at.lin.headers });
    expect(await endings()).toHaveLength(1);
  });

  it("from the service asks the person first, ends the session, and goes back only to what is listed", async () => {
    await validate(await ticket());
    const asked = await get("/cas/logout", { service: LIBRARY }, at.lin.cookie);
    expect(asked.body).toContain("退出学门？");
    const form = { service: LIBRARY, seal: field(asked.body, "seal") };
    const forged = await post("/cas/logout", { ...form, seal: "guess" }, at.lin.cookie);
    expect(forged.statusCode).toBe(400);
    expect((await login({})).statusCode).toBe(302);
    const done = await post("/cas/logout", form, at.lin.cookie);
    expect([done.statusCode, done.headers["location"]]).toEqual([303, LIBRARY]);
    expect(String(done.headers["set-cookie"])).toMatch(/^token=;/);
    expect(await endings()).toHaveLength(1);
    expect(String((await login({})).headers["location"])).toContain("#/continue/");
    const elsewhere = await get("/cas/logout", { service: "https://evil.example/" });
    expect(elsewhere.headers["location"]).toBe("/platformEntry/");
  });
});
