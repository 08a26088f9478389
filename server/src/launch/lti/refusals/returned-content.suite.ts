import { expect, it } from "vitest";
import { chooseContent, logout } from "#contract";
import {
  authorizeFields,
  formOf,
  ORIGIN,
  postForm,
  readMessage,
  signedByTool,
  type ToolKeys,
} from "../../../../test/lti-tool.ts";
import { send } from "../../../../test/send.ts";
import { CLAIMS } from "../vocabulary.ts";
import type { LtiTestApp } from "./refusals.fixture.ts";

/** Tests refusals of content that a tool sends back as chosen. */
export function refuseReturnedContent(at: LtiTestApp): void {
  const choose = async () => {
    const input = { app_id: "lab", class_id: "c1" };
    const { body } = await send(at.app, chooseContent, input, { headers: at.lin.headers });
    const fields = { ...authorizeFields(body.data.url), redirect_uri: "https://lab.example/start" };
    const { id_token = "" } = formOf((await at.authorize(fields)).body).fields;
    return readMessage(at.app, id_token, { client_id: "lab", now: at.now });
  };
  const ITEM = { type: "ltiResourceLink", title: "游戏", url: "https://lab.example/game" };
  const answer = async (
    change: Record<string, unknown> = {},
    { by = at.keys, ...signed }: { by?: ToolKeys; alg?: string; kid?: string } = {},
  ) => {
    const data = (await choose()).field(CLAIMS.settings, "data");
    at.secrets.push(data);
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
    return signedByTool(by, { now: at.now, claims, ...signed });
  };
  const kept = async () => (await at.db.selectFrom("lti_item").select("id").execute()).length;

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
    ["signed with another tool's key", () => answer({}, { by: at.otherKeys })],
    [
      "signed with another tool's key under this one's name",
      () => answer({}, { by: at.otherKeys, kid: "lab-1" }),
    ],
    ["of another tool", () => answer({ iss: "other" }, { by: at.otherKeys })],
    ["of another tool, signed by this one", () => answer({ iss: "other" })],
    ["of a tool that is none", () => answer({ iss: "nobody" })],
    ["for another platform", () => answer({ aud: "https://elsewhere.example" })],
    ["that has run out", () => answer({ iat: at.seconds() - 120, exp: at.seconds() - 31 })],
    ["that is too old", () => answer({ iat: at.seconds() - 400 })],
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
        at.later(3_600_001);
        return answer({ [CLAIMS.data]: data });
      },
    ],
    [
      "after the session has ended",
      async () => {
        const jwt = await answer();
        await send(at.app, logout, {}, { headers: at.lin.headers });
        return jwt;
      },
    ],
  ])("%s", async (_what, jwt) => {
    const before = await kept();
    const given = await jwt();
    const back = await postForm(at.app, "/lti/deep-links", { JWT: given });
    expect([back.statusCode, back.body.includes("选好的内容没有收下")]).toEqual([400, true]);
    expect(back.body).not.toContain("evil");
    expect(await kept()).toBe(before);
  });

  it("is not asked for by GET", async () => {
    expect((await at.app.inject(`/lti/deep-links?JWT=${await answer()}`)).statusCode).toBe(404);
  });
}
