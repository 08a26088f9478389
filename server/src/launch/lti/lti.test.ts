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
import { ask, follow, launch, openGate, TARGET } from "./gate.fixture.ts";
import { CLAIMS, GRADE_SCOPES } from "./vocabulary.ts";

const gate = openGate();

describe("a tile", () => {
  it("leads to the tool's own sign-in with a hint, and none of the platform's secrets", async () => {
    const { body } = await send(
      gate.app,
      launchApp,
      { app_id: "lab" },
      { headers: gate.lin.headers },
    );
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
    expect(body.data.url).not.toContain(gate.lin.cookie.slice(6));
  });

  it("says who came, in which role, from which class and platform", async () => {
    const message = await launch(gate);
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
    const again = await launch(gate);
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
    const message = await launch(gate, { ...gate.lin, headers: { ...gate.lin.headers, identity } });
    expect(message.payload[CLAIMS.roles]).toContain(
      `http://purl.imsglobal.org/vocab/lis/v2/${role}`,
    );
    expect(message.field(CLAIMS.custom, "identity")).toBe(identity);
    // who is above classes comes from none
    expect(CLAIMS.context in message.payload).toBe(identity !== "manager");
    expect(CLAIMS.namesRoles in message.payload).toBe(identity !== "manager");
  });

  it("tells a tool that may know nothing nothing but a name for the person, which is another at each tool", async () => {
    const quiet = await launch(gate, gate.lin, "quiet");
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
    expect(quiet.sub).not.toBe((await launch(gate)).sub);
  });

  it("goes by form too, and asks for the cookie again where the tool's frame kept it back", async () => {
    const { body } = await send(
      gate.app,
      launchApp,
      { app_id: "lab" },
      { headers: gate.lin.headers },
    );
    const fields = authorizeFields(body.data.url);
    const away = await postForm(gate.app, "/lti/authorize", fields);
    expect(away.statusCode).toBe(200);
    const again = /<a href="([^"]*)"/.exec(away.body)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(again).toMatch(/^\/lti\/authorize\?/);
    const home = await gate.app.inject({ url: again, headers: { cookie: gate.lin.cookie } });
    expect(formOf(home.body).fields["state"]).toBe(fields["state"]);
    const second = await send(
      gate.app,
      launchApp,
      { app_id: "lab" },
      { headers: gate.lin.headers },
    );
    const posted = await postForm(
      gate.app,
      "/lti/authorize",
      authorizeFields(second.body.data.url),
      {
        cookie: gate.lin.cookie,
      },
    );
    expect(formOf(posted.body).action).toBe(TARGET);
  });

  it("is left with bye, and says so when the tool is not set up", async () => {
    await launch(gate);
    const left = await send(gate.app, leaveApps, {}, { headers: gate.lin.headers });
    expect(left.body.data).toEqual({ ended: ["lab"] });
    const unset = await send(
      gate.app,
      launchApp,
      { app_id: "unset" },
      { headers: gate.lin.headers },
    );
    expect([unset.status, unset.body.msg.includes("还没有登记")]).toEqual([409, true]);
  });

  it("is signed by keys that rotate", async () => {
    const kid = async () => (await gate.app.inject("/lti/jwks")).json().keys[0].kid;
    const first = await kid();
    gate.later(91 * 24 * 3_600_000);
    gate.lin = await gate.person("lin", "teacher");
    expect(await kid()).not.toBe(first);
    await launch(gate);
  });
});

describe("deep linking", () => {
  const choose = async (): Promise<ToolMessage> => {
    const { body } = await send(
      gate.app,
      chooseContent,
      { app_id: "lab", class_id: "c33" },
      {
        headers: gate.lin.headers,
      },
    );
    const fields = { ...authorizeFields(body.data.url), redirect_uri: TARGET };
    const page = await authorize(gate.app, fields, gate.lin.cookie);
    return readMessage(gate.app, formOf(page.body).fields["id_token"] ?? "", {
      client_id: "lab",
      now: gate.now,
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
    const JWT = await signedByTool(gate.keys, { now: gate.now, claims });
    const back = new URL(message.field(CLAIMS.settings, "deep_link_return_url"));
    expect(back.origin).toBe(ORIGIN);
    return postForm(gate.app, back.pathname, { JWT });
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

    const list = await send(
      gate.app,
      readContents,
      { class_id: "c33" },
      { headers: gate.lin.headers },
    );
    const { contents } = list.body.data;
    expect(contents.map(({ title }) => title).sort()).toEqual(["参考", "识字<游戏>"]);
    const open = async (title: string) => {
      const id = contents.find((one) => one.title === title)?.id;
      return (await send(gate.app, openContent, { id }, { headers: gate.lin.headers })).body.data;
    };
    expect((await open("参考")).url).toBe("https://reference.example/a");
    const launched = await follow(gate, (await open("识字<游戏>")).url, gate.lin);
    expect(launched.payload).toMatchObject({
      [CLAIMS.targetLinkUri]: GAME.url,
      [CLAIMS.resourceLink]: { title: GAME.title },
      [CLAIMS.custom]: { level: "1", grade: "3" },
    });
    const lineitem = launched.field(CLAIMS.endpoint, "lineitem");
    expect((await ask(gate, lineitem)).json()).toMatchObject({
      label: GAME.title,
      scoreMaximum: 10,
      tag: "game",
    });

    const pupil = await gate.person("xiaoman", "student");
    for (const { id } of contents) {
      const foreign = await send(gate.app, openContent, { id }, { headers: pupil.headers });
      expect(foreign.status).toBe(404);
      expect(
        (await send(gate.app, removeContent, { id }, { headers: gate.lin.headers })).status,
      ).toBe(200);
    }
    expect((await ask(gate, lineitem)).statusCode).toBe(404);
    const none = await send(gate.app, readContents, {}, { headers: gate.lin.headers });
    expect(none.body.data.contents).toEqual([]);
  });

  it("takes nothing chosen as nothing chosen", async () => {
    const kept = await answer(await choose(), []);
    expect([kept.statusCode, kept.body.includes("没有选择内容")]).toEqual([200, true]);
  });

  it("is for a teacher and one of their classes", async () => {
    const foreign = { app_id: "lab", class_id: "c99" };
    expect(
      (await send(gate.app, chooseContent, foreign, { headers: gate.lin.headers })).status,
    ).toBe(404);
    const pupil = await gate.person("xiaoman", "student");
    const mine = { app_id: "lab", class_id: "c32" };
    expect((await send(gate.app, chooseContent, mine, { headers: pupil.headers })).body.code).toBe(
      40005,
    );
  });
});
