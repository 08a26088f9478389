import { expect, it } from "vitest";
import { logout } from "#contract";
import { formOf, postForm } from "../../../../test/lti-tool.ts";
import { send } from "../../../../test/send.ts";
import type { Form, LtiTestApp } from "./refusals.fixture.ts";

/** Tests refusals of requests for the launch message: only the right one is answered with it. */
export function refuseMessageRequests(at: LtiTestApp): void {
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
      (fields) => ({ ...fields, login_hint: at.lin.cookie.slice(6) }),
    ],
    ["without a message hint", ({ lti_message_hint: _, ...fields }) => fields],
    ["with a message hint changed", (fields) => ({ ...fields, lti_message_hint: "a".repeat(43) })],
    [
      "with the message hint of another launch",
      async (fields) => ({
        ...fields,
        lti_message_hint: (await at.begin())["lti_message_hint"] ?? "",
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
        const { login_hint = "", lti_message_hint = "" } = await at.begin("other");
        return { ...fields, login_hint, lti_message_hint };
      },
    ],
    [
      "as another app",
      async () => {
        const fields = await at.begin("other");
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
        at.later(60_000);
        return fields;
      },
    ],
    [
      "a second time",
      async (fields) => {
        expect((await at.authorize(fields)).statusCode).toBe(200);
        return fields;
      },
    ],
    [
      "after the session has ended",
      async (fields) => {
        await send(at.app, logout, {}, { headers: at.lin.headers });
        at.lin = await at.person("lin");
        return fields;
      },
    ],
  ])("%s", async (_what, change) => {
    const fields = await change(await at.begin());
    for (const answer of [
      await at.authorize(fields),
      await postForm(at.app, "/lti/authorize", fields, { cookie: at.lin.cookie }),
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
    const fields = await at.begin();
    const answer = await at.authorize({ ...fields, redirect_uri });
    expect([answer.statusCode, answer.headers["location"]]).toEqual([400, undefined]);
    expect(answer.body).toContain("这个地址没有登记");
    expect(answer.body).not.toContain("evil");
    // and the launch is still the person's own
    expect((await at.authorize(fields)).statusCode).toBe(200);
  });

  it.each<[string, () => string | Promise<string>, string]>([
    [
      "another person's",
      async () => (await at.person("sun", "teacher")).cookie,
      "这次打开已经失效",
    ],
    ["nobody's", () => "", "请先在学门里登录"],
    ["a made-up token's", () => "token=guess", "请先在学门里登录"],
  ])("in a browser that is %s", async (_what, cookie, text) => {
    const fields = await at.begin();
    const answer = await at.authorize({ ...fields, again: "1" }, await cookie());
    expect([answer.statusCode, answer.body.includes(text)]).toEqual([400, true]);
    expect(answer.body).not.toContain("id_token");
  });

  it("with a field twice", async () => {
    const fields = new URLSearchParams(await at.begin()).toString();
    const answer = await at.app.inject({
      url: `/lti/authorize?${fields}&redirect_uri=https%3A%2F%2Fevil.example`,
      headers: { cookie: at.lin.cookie },
    });
    expect([answer.statusCode, answer.body.includes("id_token")]).toEqual([400, false]);
  });

  it.each(["PUT", "DELETE"] as const)("by %s", async (method) => {
    const answer = await at.app.inject({
      method,
      url: "/lti/authorize",
      query: await at.begin(),
      headers: { cookie: at.lin.cookie },
    });
    expect(answer.statusCode).toBe(404);
  });

  it("gives one of 20 at once the message", async () => {
    const fields = await at.begin();
    const answers = await Promise.all(Array.from({ length: 20 }, () => at.authorize(fields)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it("with markup in the state, which goes back as it came and runs nowhere", async () => {
    const state = '"><script>alert(1)</script>';
    const answer = await at.authorize({ ...(await at.begin()), state });
    expect(answer.body).not.toContain("<script>alert(1)");
    expect(formOf(answer.body).fields["state"]).toBe(state);
  });
}
