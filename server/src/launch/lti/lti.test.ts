import { describe, expect, it } from "vitest";
import {
  chooseContent,
  launchApp,
  leaveApps,
  openContent,
  readContents,
  removeContent,
} from "#contract";
import {
  authorize,
  authorizeFields,
  formOf,
  ORIGIN,
  postForm,
  readMessage,
  signedByTool,
  type ToolMessage,
} from "../../../test/lti-tool.ts";
import { send } from "../../../test/send.ts";
import { ask, follow, launch, openLtiApp, TARGET } from "./lti.fixture.ts";
import { CLAIMS, GRADE_SCOPES } from "./vocabulary.ts";

const at = openLtiApp();

describe("a tile", () => {
  it("leads to the tool's own sign-in with a hint, and none of the platform's secrets", async () => {
    const { body } = await send(at.app, launchApp, { app_id: "lab" }, { headers: at.lin.headers });
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
    expect(body.data.url).not.toContain(at.lin.cookie.slice(6));
  });

  it("says who came, in which role, from which class and platform", async () => {
    const message = await launch(at);
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
      [CLAIMS.toolPlatform]: {
        name: "学门",
        product_family_code: "schoolgate",
        url: ORIGIN,
      },
      [CLAIMS.endpoint]: { scope: GRADE_SCOPES },
    });
    expect((message.payload.exp ?? 0) - (message.payload.iat ?? 0)).toBe(300);
    const again = await launch(at);
    for (const claim of [CLAIMS.context, CLAIMS.resourceLink, CLAIMS.toolPlatform]) {
      expect(again.payload[claim]).toEqual(message.payload[claim]);
    }
    expect(again.sub).toBe(message.sub);
  });

  it.each([
    ["teacher", "membership#Instructor"],
    ["parent", "membership#Mentor"],
    ["manager", "membership#Administrator"],
  ])("opens under the active identity: %s is %s", async (identity, role) => {
    const message = await launch(at, { ...at.lin, headers: { ...at.lin.headers, identity } });
    expect(message.payload[CLAIMS.roles]).toContain(
      `http://purl.imsglobal.org/vocab/lis/v2/${role}`,
    );
    expect(message.field(CLAIMS.custom, "identity")).toBe(identity);
    // who is above classes comes from none
    expect(CLAIMS.context in message.payload).toBe(identity !== "manager");
    expect(CLAIMS.namesRoles in message.payload).toBe(identity !== "manager");
  });

  it("tells a tool that may know nothing nothing but a name for the person, which is another at each tool", async () => {
    const quiet = await launch(at, at.lin, "quiet");
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
    expect(quiet.sub).not.toBe((await launch(at)).sub);
  });

  it("goes by form too, and asks for the cookie again where the tool's frame kept it back", async () => {
    const { body } = await send(at.app, launchApp, { app_id: "lab" }, { headers: at.lin.headers });
    const fields = authorizeFields(body.data.url);
    const away = await postForm(at.app, "/lti/authorize", fields);
    expect(away.statusCode).toBe(200);
    const again = /<a href="([^"]*)"/.exec(away.body)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(again).toMatch(/^\/lti\/authorize\?/);
    const home = await at.app.inject({ url: again, headers: { cookie: at.lin.cookie } });
    expect(formOf(home.body).fields["state"]).toBe(fields["state"]);
    const second = await send(at.app, launchApp, { app_id: "lab" }, { headers: at.lin.headers });
    const posted = await postForm(at.app, "/lti/authorize", authorizeFields(second.body.data.url), {
      cookie: at.lin.cookie,
    });
    expect(formOf(posted.body).action).toBe(TARGET);
  });

  it("is left with bye, and says so when the tool is not set up", async () => {
    await launch(at);
    const left = await send(at.app, leaveApps, {}, { headers: at.lin.headers });
    expect(left.body.data).toEqual({ ended: ["lab"] });
    const unset = await send(at.app, launchApp, { app_id: "unset" }, { headers: at.lin.headers });
    expect([unset.status, unset.body.msg.includes("还没有登记")]).toEqual([409, true]);
  });

  it("is signed by keys that rotate", async () => {
    const kid = async () => (await at.app.inject("/lti/jwks")).json().keys[0].kid;
    const first = await kid();
    at.later(91 * 24 * 3_600_000);
    at.lin = await at.person("lin", "teacher");
    expect(await kid()).not.toBe(first);
    await launch(at);
  });
});

describe("deep linking", () => {
  const choose = async (): Promise<ToolMessage> => {
    const { body } = await send(
      at.app,
      chooseContent,
      { app_id: "lab", class_id: "c33" },
      {
        headers: at.lin.headers,
      },
    );
    const fields = { ...authorizeFields(body.data.url), redirect_uri: TARGET };
    const page = await authorize(at.app, fields, at.lin.cookie);
    return readMessage(at.app, formOf(page.body).fields["id_token"] ?? "", {
      client_id: "lab",
      now: at.now,
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
    const JWT = await signedByTool(at.keys, { now: at.now, claims });
    const back = new URL(message.field(CLAIMS.settings, "deep_link_return_url"));
    expect(back.origin).toBe(ORIGIN);
    return postForm(at.app, back.pathname, { JWT });
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

    const list = await send(at.app, readContents, { class_id: "c33" }, { headers: at.lin.headers });
    const { contents } = list.body.data;
    expect(contents.map(({ title }) => title).sort()).toEqual(["参考", "识字<游戏>"]);
    const open = async (title: string) => {
      const id = contents.find((one) => one.title === title)?.id;
      return (await send(at.app, openContent, { id }, { headers: at.lin.headers })).body.data;
    };
    expect((await open("参考")).url).toBe("https://reference.example/a");
    const launched = await follow(at, (await open("识字<游戏>")).url, at.lin);
    expect(launched.payload).toMatchObject({
      [CLAIMS.targetLinkUri]: GAME.url,
      [CLAIMS.resourceLink]: { title: GAME.title },
      [CLAIMS.custom]: { level: "1", grade: "3" },
    });
    const lineitem = launched.field(CLAIMS.endpoint, "lineitem");
    expect((await ask(at, lineitem)).json()).toMatchObject({
      label: GAME.title,
      scoreMaximum: 10,
      tag: "game",
    });

    const pupil = await at.person("xiaoman", "student");
    for (const { id } of contents) {
      const foreign = await send(at.app, openContent, { id }, { headers: pupil.headers });
      expect(foreign.status).toBe(404);
      expect((await send(at.app, removeContent, { id }, { headers: at.lin.headers })).status).toBe(
        200,
      );
    }
    expect((await ask(at, lineitem)).statusCode).toBe(404);
    const none = await send(at.app, readContents, {}, { headers: at.lin.headers });
    expect(none.body.data.contents).toEqual([]);
  });

  it("takes nothing chosen as nothing chosen", async () => {
    const kept = await answer(await choose(), []);
    expect([kept.statusCode, kept.body.includes("没有选择内容")]).toEqual([200, true]);
  });

  it("is for a teacher and one of their classes", async () => {
    const foreign = { app_id: "lab", class_id: "c99" };
    expect((await send(at.app, chooseContent, foreign, { headers: at.lin.headers })).status).toBe(
      404,
    );
    const pupil = await at.person("xiaoman", "student");
    const mine = { app_id: "lab", class_id: "c32" };
    expect((await send(at.app, chooseContent, mine, { headers: pupil.headers })).body.code).toBe(
      40005,
    );
  });
});
