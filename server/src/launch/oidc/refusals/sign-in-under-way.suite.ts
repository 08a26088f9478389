import { describe, expect, it } from "vitest";
import { formOf } from "../browser.fixture.ts";
import { RelyingParty } from "../relying-party.fixture.ts";
import { BACK, expectPage, VERIFIER, type Gate } from "./gate.fixture.ts";

/** A sign-in that somebody else takes up, and an answer that was changed on its way back. */
export function refuseSignInsUnderWay(gate: Gate): void {
  describe("an answer that was tampered with is refused by the app", () => {
    it.each<[string, (back: URL) => void]>([
      ["another state", (back) => back.searchParams.set("state", "x")],
      ["no state", (back) => back.searchParams.delete("state")],
      ["another issuer", (back) => back.searchParams.set("iss", "https://evil.example")],
      ["no issuer", (back) => back.searchParams.delete("iss")],
      ["another code", (back) => back.searchParams.set("code", "x")],
    ])("%s", async (_what, change) => {
      const { url, checks } = await gate.bank.begin(gate.issuer);
      const { left } = await gate.lin.browser.open(url);
      change(left as URL);
      await expect(gate.bank.finish(gate.issuer, left as URL, checks)).rejects.toThrow(/.+/);
    });

    it.each(["expectedNonce", "pkceCodeVerifier"] as const)("another %s", async (name) => {
      const { url, checks } = await gate.bank.begin(gate.issuer);
      const { left } = await gate.lin.browser.open(url);
      const other = { ...checks, [name]: VERIFIER };
      await expect(gate.bank.finish(gate.issuer, left as URL, other)).rejects.toThrow(/.+/);
    });

    it("an answer to another app's request", async () => {
      const quiet = new RelyingParty("quiet", "secret of quiet", "https://quiet.example/cb");
      const [ours, theirs] = [await gate.bank.begin(gate.issuer), await quiet.begin(gate.issuer)];
      const { left } = await gate.lin.browser.open(theirs.url);
      const forged = new URL(BACK);
      forged.search = (left as URL).search;
      await expect(gate.bank.finish(gate.issuer, forged, ours.checks)).rejects.toThrow(/.+/);
    });
  });

  describe("a sign-in under way", () => {
    /** Stops at the question of an app that nobody has looked at. */
    async function begin(): Promise<{ path: string; fields: Record<string, string> }> {
      const page = await gate.ask({ client_id: "new", redirect_uri: "https://new.example/cb" });
      const { action, fields } = formOf(page.html);
      expect(action).toMatch(/^\/oidc\/interaction\/[\w-]+$/);
      return { path: action, fields };
    }

    it("is another browser's", async () => {
      const { path } = await begin();
      const sun = await gate.person("sun");
      expectPage(gate, await sun.browser.open(path), "这次登录已经过期");
    });

    it("is agreed to by another person, with that browser's cookies", async () => {
      const { path, fields } = await begin();
      const sun = await gate.person("sun");
      gate.lin.browser.setCookie("token", sun.token);
      const answer = await gate.lin.browser.open(
        await gate.lin.browser.post(path, { ...fields, agree: "yes" }),
      );
      expectPage(gate, answer, "登录的人已经变化");
      expectPage(gate, await gate.lin.browser.open(path), "登录的人已经变化");
    });

    it.each<[string, (path: string) => string]>([
      ["named by another id", (path) => `${path}x`],
      ["named by no id that was given", () => "/oidc/interaction/guess"],
    ])("is %s", async (_what, change) => {
      const { path } = await begin();
      expectPage(gate, await gate.lin.browser.open(change(path)), "这次登录已经过期");
    });

    it("has a cookie that was changed", async () => {
      const { path } = await begin();
      gate.lin.browser.setCookie("oidc_interaction.sig", "x", path);
      expectPage(gate, await gate.lin.browser.open(path), "这次登录已经过期");
    });

    it("has waited for more than half an hour", async () => {
      const { path } = await begin();
      gate.later(30 * 60_000 + 1);
      expectPage(gate, await gate.lin.browser.open(path), "这次登录已经过期");
    });

    it("was finished already", async () => {
      const { path, fields } = await begin();
      const done = await gate.lin.browser.open(
        await gate.lin.browser.post(path, { ...fields, agree: "yes" }),
      );
      expect(done.left?.searchParams.has("code")).toBe(true);
      expectPage(gate, await gate.lin.browser.open(path), "这次登录已经过期");
    });

    it("is taken up where it was not begun: the way back without the cookie", async () => {
      const answer = await gate.lin.browser.open("/oidc/auth/guess");
      expectPage(gate, answer, "这次登录已经过期");
    });
  });
}
