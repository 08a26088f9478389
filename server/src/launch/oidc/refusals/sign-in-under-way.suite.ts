import { describe, expect, it } from "vitest";
import { formOf } from "../../browser.fixture.ts";
import { RelyingParty } from "../relying-party.fixture.ts";
import { BACK, expectPage, VERIFIER, type OidcTestApp } from "./refusals.fixture.ts";

/** Tests refusals of a sign-in that somebody else continues, and of an answer changed on its way back. */
export function refuseSignInsUnderWay(at: OidcTestApp): void {
  describe("an answer that was tampered with is refused by the app", () => {
    it.each<[string, (back: URL) => void]>([
      ["another state", (back) => back.searchParams.set("state", "x")],
      ["no state", (back) => back.searchParams.delete("state")],
      ["another issuer", (back) => back.searchParams.set("iss", "https://evil.example")],
      ["no issuer", (back) => back.searchParams.delete("iss")],
      ["another code", (back) => back.searchParams.set("code", "x")],
    ])("%s", async (_what, change) => {
      const { url, checks } = await at.bank.begin(at.issuer);
      const { left } = await at.lin.browser.open(url);
      change(left as URL);
      await expect(at.bank.finish(at.issuer, left as URL, checks)).rejects.toThrow(/.+/);
    });

    it.each(["expectedNonce", "pkceCodeVerifier"] as const)("another %s", async (name) => {
      const { url, checks } = await at.bank.begin(at.issuer);
      const { left } = await at.lin.browser.open(url);
      const other = { ...checks, [name]: VERIFIER };
      await expect(at.bank.finish(at.issuer, left as URL, other)).rejects.toThrow(/.+/);
    });

    it("an answer to another app's request", async () => {
      const quiet = new RelyingParty("quiet", "secret of quiet", "https://quiet.example/cb");
      const [ours, theirs] = [await at.bank.begin(at.issuer), await quiet.begin(at.issuer)];
      const { left } = await at.lin.browser.open(theirs.url);
      const forged = new URL(BACK);
      forged.search = (left as URL).search;
      await expect(at.bank.finish(at.issuer, forged, ours.checks)).rejects.toThrow(/.+/);
    });
  });

  describe("a sign-in under way", () => {
    /** Begins a sign-in up to the question of disclosure, which nobody has answered. */
    async function begin(): Promise<{ path: string; fields: Record<string, string> }> {
      const page = await at.ask({ client_id: "new", redirect_uri: "https://new.example/cb" });
      const { action, fields } = formOf(page.html);
      expect(action).toMatch(/^\/oidc\/interaction\/[\w-]+$/);
      return { path: action, fields };
    }

    it("is another browser's", async () => {
      const { path } = await begin();
      const sun = await at.person("sun");
      expectPage(at, await sun.browser.open(path), "这次登录已经过期");
    });

    it("is agreed to by another person, with that browser's cookies", async () => {
      const { path, fields } = await begin();
      const sun = await at.person("sun");
      at.lin.browser.setCookie("token", sun.token);
      const answer = await at.lin.browser.open(
        await at.lin.browser.post(path, { ...fields, agree: "yes" }),
      );
      expectPage(at, answer, "登录的人已经变化");
      expectPage(at, await at.lin.browser.open(path), "登录的人已经变化");
    });

    it("is agreed to after its session has ended", async () => {
      const { path, fields } = await begin();
      at.lin.browser.setCookie("token", "ended");
      const posted = await at.lin.browser.post(path, { ...fields, agree: "yes" });
      expectPage(at, await at.lin.browser.open(posted), "登录的人已经变化");
    });

    it.each<[string, (path: string) => string]>([
      ["named by another id", (path) => `${path}x`],
      ["named by no id that was given", () => "/oidc/interaction/guess"],
    ])("is %s", async (_what, change) => {
      const { path } = await begin();
      expectPage(at, await at.lin.browser.open(change(path)), "这次登录已经过期");
    });

    it("has a cookie that was changed", async () => {
      const { path } = await begin();
      at.lin.browser.setCookie("oidc_interaction.sig", "x", path);
      expectPage(at, await at.lin.browser.open(path), "这次登录已经过期");
    });

    it("has waited for more than half an hour", async () => {
      const { path } = await begin();
      at.later(30 * 60_000 + 1);
      expectPage(at, await at.lin.browser.open(path), "这次登录已经过期");
    });

    it("was finished already", async () => {
      const { path, fields } = await begin();
      const done = await at.lin.browser.open(
        await at.lin.browser.post(path, { ...fields, agree: "yes" }),
      );
      expect(done.left?.searchParams.has("code")).toBe(true);
      expectPage(at, await at.lin.browser.open(path), "这次登录已经过期");
    });

    it("is taken up where it was not begun: the way back without the cookie", async () => {
      const answer = await at.lin.browser.open("/oidc/auth/guess");
      expectPage(at, answer, "这次登录已经过期");
    });
  });
}
