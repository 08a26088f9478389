import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  chooseContent,
  launchApp,
  leaveApps,
  openContent,
  readContents,
  removeContent,
} from "#contract";
import { makeApps, makeClass } from "../../../test/apps.ts";
import { buildTestApp, type TestApp } from "../../../test/build.ts";
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
  type ToolMessage,
  type ToolKeys,
} from "../../../test/lti-tool.ts";
import { makePerson, makeSchool, signIn } from "../../../test/people.ts";
import { send } from "../../../test/send.ts";
import { dropExpired } from "./sweep.ts";
import { CLAIMS, GRADE_SCOPES, MEDIA, SCOPES } from "./vocabulary.ts";

const TARGET = "https://lab.example/start";

let test: TestApp;
let now = new Date("2026-09-01T08:00:00+08:00");
let keys: ToolKeys;
let lin: Person;

interface Person {
  headers: Record<string, string>;
  cookie: string;
}

const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const person = async (account: string, identity: string): Promise<Person> => {
  const { token, headers } = await signIn(test.app, account);
  return { headers: { ...headers, identity }, cookie: `token=${token}` };
};
/** Goes the whole way of a launch, as browser and tool do; answers the message. */
async function follow(url: string, by: Person): Promise<ToolMessage> {
  const fields = authorizeFields(url);
  const page = await authorize(test.app, fields, by.cookie);
  expect(page.statusCode).toBe(200);
  const { action, fields: posted } = formOf(page.body);
  expect([action, posted["state"]]).toEqual([fields["redirect_uri"], fields["state"]]);
  const message = await readMessage(test.app, posted["id_token"] ?? "", {
    client_id: fields["client_id"] ?? "",
    now,
  });
  expect(message.payload["nonce"]).toBe(fields["nonce"]);
  return message;
}
const launch = async (by = lin, app_id = "lab") => {
  const { body } = await send(test.app, launchApp, { app_id }, { headers: by.headers });
  return follow(body.data.url, by);
};
async function token(scope = Object.values(SCOPES).join(" "), id = "lab"): Promise<string> {
  const claims = { iss: id, sub: id, aud: `${ORIGIN}/lti/token` };
  const assertion = await signedByTool(keys, { now, claims });
  const answer = await postForm(test.app, "/lti/token", tokenForm(assertion, scope));
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ token_type: "Bearer", expires_in: 3600 });
  return answer.json().access_token;
}
async function ask(
  address: string,
  {
    method = "GET",
    body,
    media = MEDIA.lineItem,
    bearer,
  }: {
    method?: "GET" | "POST" | "PUT" | "DELETE";
    body?: object;
    media?: string;
    bearer?: string;
  } = {},
) {
  const authorization = `Bearer ${bearer ?? (await token())}`;
  return test.app.inject({
    method,
    url: address.replace(ORIGIN, ""),
    headers: { authorization, ...(body && { "content-type": media }) },
    ...(body && { payload: JSON.stringify(body) }),
  });
}

beforeAll(async () => {
  keys = await makeToolKeys();
  test = await buildTestApp({ now: () => now, config: { publicUrl: ORIGIN } });
  const { db } = test;
  const school = await makeSchool(db, { id: "primary", name: "启明小学" });
  const linId = await makePerson(db, {
    account: "lin",
    name: "林岚",
    memberships: [
      { school, identity: "teacher" },
      { school, identity: "manager" },
      { school, identity: "parent" },
    ],
  });
  const pupils = [];
  for (const [account, is_abled] of [
    ["xiaoman", true],
    ["yifan", true],
    ["gone", false],
  ] as const) {
    const memberships = [{ school, identity: "student" as const, is_abled }];
    pupils.push(await makePerson(db, { account, name: `学生 ${account}`, memberships }));
  }
  await db
    .insertInto("guardian")
    .values({ child_id: pupils[0] ?? "", user_id: linId })
    .execute();
  await makeClass(db, school, { id: "c32", grade_id: "3", students: pupils, teachers: [linId] });
  await makeClass(db, school, { id: "c33", grade_id: "3", teachers: [linId] });
  await makeApps(db, [
    toolEntry("lab", keys),
    toolEntry("quiet", keys, {
      claims: [],
      settings: { names_and_roles: false, grades: false, custom: {} },
    }),
    { id: "unset", launch: "lti" },
  ]);
});
afterAll(() => test.close());
beforeEach(async () => {
  later(2001);
  lin = await person("lin", "teacher");
});

describe("a tile", () => {
  it("leads to the tool's own sign-in with a hint, and none of the platform's secrets", async () => {
    const { body } = await send(test.app, launchApp, { app_id: "lab" }, { headers: lin.headers });
    expect(body.data).toMatchObject({ kind: "lti", method: "GET", expires_in: 60 });
    const url = new URL(body.data.url);
    expect(url.origin + url.pathname).toBe("https://lab.example/login");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      tenant: "1",
      iss: ORIGIN,
      client_id: "lab",
      lti_deployment_id: "deployment of lab",
      target_link_uri: TARGET,
      login_hint: expect.stringMatching(/^[\w-]{43}$/),
      lti_message_hint: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(body.data.url).not.toContain(lin.cookie.slice(6));
  });

  it("says who came, in which role, from which class and platform", async () => {
    const message = await launch();
    expect(message.payload).toMatchObject({
      iss: ORIGIN,
      aud: "lab",
      sub: expect.stringMatching(/^[\w-]{43}$/),
      name: "林岚",
      [CLAIMS.messageType]: "LtiResourceLinkRequest",
      [CLAIMS.version]: "1.3.0",
      [CLAIMS.deploymentId]: "deployment of lab",
      [CLAIMS.targetLinkUri]: TARGET,
      [CLAIMS.resourceLink]: { title: "lab" },
      [CLAIMS.context]: { title: "c32 班", label: "c32 班" },
      [CLAIMS.custom]: {
        grade: "3",
        identity: "teacher",
        school_id: "primary",
        school_name: "启明小学",
      },
      [CLAIMS.toolPlatform]: { product_family_code: "schoolgate", url: ORIGIN },
      [CLAIMS.endpoint]: { scope: GRADE_SCOPES },
    });
    expect((message.payload.exp ?? 0) - (message.payload.iat ?? 0)).toBe(300);
    const again = await launch();
    for (const claim of [CLAIMS.context, CLAIMS.resourceLink, CLAIMS.toolPlatform]) {
      expect(again.payload[claim]).toEqual(message.payload[claim]);
    }
    expect(again.sub).toBe(message.sub);
  });

  it.each([
    ["teacher", "membership#Instructor"],
    ["parent", "membership#Mentor"],
    ["manager", "membership#Administrator"],
  ])("opens under the identity worn: %s is %s", async (identity, role) => {
    const message = await launch({ ...lin, headers: { ...lin.headers, identity } });
    expect(message.payload[CLAIMS.roles]).toContain(
      `http://purl.imsglobal.org/vocab/lis/v2/${role}`,
    );
    expect(message.field(CLAIMS.custom, "identity")).toBe(identity);
    // who is above classes comes from none
    expect(CLAIMS.context in message.payload).toBe(identity !== "manager");
    expect(CLAIMS.namesRoles in message.payload).toBe(identity !== "manager");
  });

  it("tells a tool that may know nothing nothing but a name for the person, which is another at each tool", async () => {
    const quiet = await launch(lin, "quiet");
    expect(quiet.payload[CLAIMS.roles]).toEqual([]);
    for (const claim of [
      "name",
      CLAIMS.context,
      CLAIMS.custom,
      CLAIMS.endpoint,
      CLAIMS.namesRoles,
    ]) {
      expect(quiet.payload).not.toHaveProperty([claim]);
    }
    expect(quiet.sub).not.toBe((await launch()).sub);
  });

  it("goes by form too, and asks for the cookie again where the tool's frame kept it back", async () => {
    const { body } = await send(test.app, launchApp, { app_id: "lab" }, { headers: lin.headers });
    const fields = authorizeFields(body.data.url);
    const away = await postForm(test.app, "/lti/authorize", fields);
    expect(away.statusCode).toBe(200);
    const again = /<a href="([^"]*)"/.exec(away.body)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(again).toMatch(/^\/lti\/authorize\?/);
    const home = await test.app.inject({ url: again, headers: { cookie: lin.cookie } });
    expect(formOf(home.body).fields["state"]).toBe(fields["state"]);
    const second = await send(test.app, launchApp, { app_id: "lab" }, { headers: lin.headers });
    const posted = await postForm(
      test.app,
      "/lti/authorize",
      authorizeFields(second.body.data.url),
      {
        cookie: lin.cookie,
      },
    );
    expect(formOf(posted.body).action).toBe(TARGET);
  });

  it("is left with bye, and says so when the tool is not set up", async () => {
    await launch();
    const left = await send(test.app, leaveApps, {}, { headers: lin.headers });
    expect(left.body.data).toEqual({ ended: ["lab"] });
    const unset = await send(test.app, launchApp, { app_id: "unset" }, { headers: lin.headers });
    expect([unset.status, unset.body.msg.includes("还没有登记")]).toEqual([409, true]);
  });

  it("is signed by keys that rotate", async () => {
    const kid = async () => (await test.app.inject("/lti/jwks")).json().keys[0].kid;
    const first = await kid();
    later(91 * 24 * 3_600_000);
    lin = await person("lin", "teacher");
    expect(await kid()).not.toBe(first);
    await launch();
  });
});

describe("names and roles", () => {
  const members = async (query = "", by?: string) => {
    const message = await launch();
    const address = message.field(CLAIMS.namesRoles, "context_memberships_url");
    return ask(address + query, by === undefined ? {} : { bearer: by });
  };

  it("lists the class as the school knows it, with no more than the entry allows", async () => {
    const { statusCode, headers, body } = await members();
    expect([statusCode, headers["content-type"]]).toEqual([200, MEDIA.members]);
    const list = JSON.parse(body);
    expect(list.context.title).toBe("c32 班");
    expect(list.members.map(({ name }: { name: string }) => name).sort()).toEqual([
      "学生 xiaoman",
      "学生 yifan",
      "林岚",
    ]);
    for (const member of list.members) {
      expect(Object.keys(member).sort()).toEqual(["name", "roles", "status", "user_id"]);
    }
    expect(list.members.find(({ name }: { name: string }) => name === "林岚").user_id).toBe(
      (await launch()).sub,
    );
  });

  it("goes by pages and by role", async () => {
    const first = await members("?limit=2");
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers["link"]))?.[1] ?? "";
    const second = await ask(next);
    expect([first.json().members.length, second.json().members.length]).toEqual([2, 1]);
    expect(second.headers["link"]).toBeUndefined();
    expect((await members("?role=Learner")).json().members).toHaveLength(2);
    const instructors = encodeURIComponent(
      "http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor",
    );
    expect((await members(`?role=${instructors}`)).json().members).toHaveLength(1);
    expect((await members("?role=Mentor")).json().members).toEqual([]);
  });
});

describe("assignments and grades", () => {
  const lineItems = async () => (await launch()).field(CLAIMS.endpoint, "lineitems");
  const pupil = async () => (await launch(await person("xiaoman", "student"))).sub;
  const create = async (body: object = {}) => {
    const made = await ask(await lineItems(), {
      method: "POST",
      body: { label: "测验一", scoreMaximum: 50, tag: "q1", resourceId: "r1", ...body },
    });
    expect([made.statusCode, made.headers["content-type"]]).toEqual([201, MEDIA.lineItem]);
    return made.json();
  };

  it("keeps, shows, changes and drops line items", async () => {
    const made = await create();
    expect((await ask(made.id)).json()).toEqual(made);
    const body = { label: "测验二", scoreMaximum: 60, startDateTime: "2026-09-01T00:00:00Z" };
    const changed = (await ask(made.id, { method: "PUT", body })).json();
    expect(changed).toEqual({ id: made.id, ...body, startDateTime: "2026-09-01T00:00:00.000Z" });
    expect((await ask(made.id, { method: "DELETE" })).statusCode).toBe(204);
    expect((await ask(made.id)).statusCode).toBe(404);
  });

  it("finds them by tag, resource and link, page by page", async () => {
    const link = (await launch()).field(CLAIMS.resourceLink, "id");
    const made = await create({ tag: "t7", resourceId: "r7", resourceLinkId: link });
    await create({ tag: "t8" });
    const all = await lineItems();
    for (const query of ["tag=t7", "resource_id=r7", `resource_link_id=${link}`]) {
      const { headers, body } = await ask(`${all}?${query}`);
      expect([headers["content-type"], JSON.parse(body)]).toEqual([MEDIA.lineItems, [made]]);
    }
    const first = await ask(`${all}?limit=1`);
    expect(first.json()).toHaveLength(1);
    expect(String(first.headers["link"])).toContain("page=2");
  });

  it("takes scores, the newest of each pupil, and gives results out of the line item's maximum", async () => {
    const [item, userId] = [await create(), await pupil()];
    const score = (scoreGiven: number, timestamp: Date, gradingProgress = "FullyGraded") =>
      ask(`${item.id}/scores`, {
        method: "POST",
        media: MEDIA.score,
        body: {
          userId,
          scoreGiven,
          scoreMaximum: 100,
          comment: "不错",
          timestamp: timestamp.toISOString(),
          activityProgress: "Completed",
          gradingProgress,
        },
      });
    expect((await score(90, now)).statusCode).toBe(204);
    expect((await score(10, new Date(now.getTime() - 1))).statusCode).toBe(409);
    expect((await score(10, now)).statusCode).toBe(409);
    const results = await ask(`${item.id}/results?user_id=${userId}`);
    expect(results.json()).toEqual([
      {
        id: `${item.id}/results/${userId}`,
        scoreOf: item.id,
        userId,
        resultScore: 45,
        resultMaximum: 50,
        comment: "不错",
      },
    ]);
    expect((await ask(`${item.id}/results?user_id=nobody`)).json()).toEqual([]);
    later(1);
    expect((await score(95, now, "Pending")).statusCode).toBe(204);
    expect((await ask(`${item.id}/results`)).json()).toEqual([]);
  });
});

describe("deep linking", () => {
  const choose = async (): Promise<ToolMessage> => {
    const { body } = await send(
      test.app,
      chooseContent,
      { app_id: "lab", class_id: "c33" },
      {
        headers: lin.headers,
      },
    );
    const fields = { ...authorizeFields(body.data.url), redirect_uri: TARGET };
    const page = await authorize(test.app, fields, lin.cookie);
    return readMessage(test.app, formOf(page.body).fields["id_token"] ?? "", {
      client_id: "lab",
      now,
    });
  };
  const answer = async (message: ToolMessage, items: object[]) => {
    const claims = {
      iss: "lab",
      aud: ORIGIN,
      nonce: "n",
      [CLAIMS.messageType]: "LtiDeepLinkingResponse",
      [CLAIMS.version]: "1.3.0",
      [CLAIMS.deploymentId]: "deployment of lab",
      [CLAIMS.data]: message.field(CLAIMS.settings, "data"),
      [CLAIMS.contentItems]: items,
    };
    const JWT = await signedByTool(keys, { now, claims });
    const back = new URL(message.field(CLAIMS.settings, "deep_link_return_url"));
    expect(back.origin).toBe(ORIGIN);
    return postForm(test.app, back.pathname, { JWT });
  };
  const GAME = {
    type: "ltiResourceLink",
    title: "识字<游戏>",
    url: "https://lab.example/game",
    custom: { level: "1" },
    lineItem: { scoreMaximum: 10, tag: "game" },
  };

  it("keeps what was chosen for the class, once; its people open it, with its own line item", async () => {
    const message = await choose();
    expect(message.payload[CLAIMS.messageType]).toBe("LtiDeepLinkingRequest");
    expect(message.payload[CLAIMS.targetLinkUri]).toBe("https://lab.example/choose");
    expect(message.field(CLAIMS.context, "title")).toBe("c33 班");
    const kept = await answer(message, [
      GAME,
      { type: "link", title: "参考", url: "https://reference.example/a" },
      { type: "html", html: "<b>" },
    ]);
    expect([kept.statusCode, kept.body.includes("已收下 2 项内容")]).toEqual([200, true]);
    expect(kept.body).toContain("识字&lt;游戏&gt;");
    expect((await answer(message, [GAME])).statusCode).toBe(400);

    const list = await send(test.app, readContents, { class_id: "c33" }, { headers: lin.headers });
    const { contents } = list.body.data;
    expect(contents.map(({ title }) => title).sort()).toEqual(["参考", "识字<游戏>"]);
    const open = async (title: string) => {
      const id = contents.find((one) => one.title === title)?.id;
      return (await send(test.app, openContent, { id }, { headers: lin.headers })).body.data;
    };
    expect((await open("参考")).url).toBe("https://reference.example/a");
    const launched = await follow((await open("识字<游戏>")).url, lin);
    expect(launched.payload).toMatchObject({
      [CLAIMS.targetLinkUri]: GAME.url,
      [CLAIMS.resourceLink]: { title: GAME.title },
      [CLAIMS.custom]: { level: "1", grade: "3" },
    });
    const lineitem = launched.field(CLAIMS.endpoint, "lineitem");
    expect((await ask(lineitem)).json()).toMatchObject({
      label: GAME.title,
      scoreMaximum: 10,
      tag: "game",
    });

    const pupil = await person("xiaoman", "student");
    for (const { id } of contents) {
      const foreign = await send(test.app, openContent, { id }, { headers: pupil.headers });
      expect(foreign.status).toBe(404);
      expect((await send(test.app, removeContent, { id }, { headers: lin.headers })).status).toBe(
        200,
      );
    }
    expect((await ask(lineitem)).statusCode).toBe(404);
    const none = await send(test.app, readContents, {}, { headers: lin.headers });
    expect(none.body.data.contents).toEqual([]);
  });

  it("takes nothing chosen as nothing chosen", async () => {
    const kept = await answer(await choose(), []);
    expect([kept.statusCode, kept.body.includes("没有选择内容")]).toEqual([200, true]);
  });

  it("is for a teacher and one of their classes", async () => {
    const foreign = { app_id: "lab", class_id: "c99" };
    expect((await send(test.app, chooseContent, foreign, { headers: lin.headers })).status).toBe(
      404,
    );
    const pupil = await person("xiaoman", "student");
    const mine = { app_id: "lab", class_id: "c32" };
    expect((await send(test.app, chooseContent, mine, { headers: pupil.headers })).body.code).toBe(
      40005,
    );
  });
});

it("forgets tokens and assertions that have run out, and only those", async () => {
  await token();
  const count = async () =>
    (await test.db.selectFrom("lti_access_token").select("token_hash").execute()).length;
  const before = await count();
  await dropExpired(test.db, now);
  expect(await count()).toBe(before);
  await dropExpired(test.db, new Date(now.getTime() + 3 * 3_600_000));
  expect(await count()).toBe(0);
});
