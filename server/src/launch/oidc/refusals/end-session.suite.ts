import { describe, expect, it } from "vitest";
import { leaveApps } from "#contract";
import { send } from "../../../../test/send.ts";
import { formOf } from "../../browser.fixture.ts";
import { expectPage, freshCode, query, type Fields, type OidcTestApp } from "./refusals.fixture.ts";

/** Tests refusals of a sign-out that an app begins. */
export function refuseEndsOfSession(at: OidcTestApp): void {
  describe("signing out at the platform does not lead elsewhere", () => {
    const end = (fields: Fields) =>
      at.lin.browser.open(`${at.issuer}/session/end?${query(fields)}`);

    it.each<[string, string]>([
      ["another host", "https://evil.example/bye"],
      ["a host that begins like it", "https://bank.example.evil.example/bye"],
      ["the host as a user name", "https://bank.example@evil.example/bye"],
      ["http for https", "http://bank.example/bye"],
      ["a deeper path", "https://bank.example/bye/x"],
      ["a query more", "https://bank.example/bye?next=https://evil.example"],
      ["a fragment", "https://bank.example/bye#x"],
      ["a scheme that runs", "javascript:alert(1)"],
      ["no scheme", "//evil.example"],
      ["the address for codes", "https://bank.example/cb"],
    ])("to %s", async (_what, post_logout_redirect_uri) => {
      expectPage(at, await end({ client_id: "bank", post_logout_redirect_uri }), "不正确");
    });

    it("for nobody's sake: without an app the address is not looked at", async () => {
      await at.ask();
      const page = await end({ post_logout_redirect_uri: "https://evil.example/" });
      const { action, fields } = formOf(page.html);
      const done = await at.lin.browser.open(await at.lin.browser.post(action, fields));
      expect([done.status, done.left]).toEqual([200, undefined]);
      expect(done.html).toContain("已经退出");
    });

    it.each<[string, (idToken: string) => string]>([
      ["that is none", () => "x"],
      ["that nobody signed", (idToken) => `${unsigned(idToken)}.`],
      ["whose signature is another's", (idToken) => `${idToken.slice(0, -8)}AAAAAAAA`],
      ["whose content was changed", (idToken) => changed(idToken)],
    ])("with a hint %s", async (_what, forge) => {
      const { body } = await at.token(await freshCode(at));
      const id_token_hint = forge(String(body["id_token"]));
      expectPage(at, await end({ id_token_hint }), "不正确");
    });

    it("with what no database keeps", async () => {
      expectPage(at, await end({ client_id: "bank", state: "a\0" }), "不正确");
    });

    it("without the form that asked: forged, another browser's, or by a link", async () => {
      await at.ask();
      await end({ client_id: "bank" });
      const confirm = `${at.issuer}/session/end/confirm`;
      for (const fields of [{ logout: "yes" }, { logout: "yes", xsrf: "x" }]) {
        expect((await at.lin.browser.post(confirm, fields as Record<string, string>)).status).toBe(
          400,
        );
      }
      expect((await at.lin.browser.send(`${confirm}?logout=yes`)).status).toBe(404);
      expect((await send(at.app, leaveApps, {}, { headers: at.lin.headers })).status).toBe(200);
    });

    function unsigned(idToken: string): string {
      const head = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
      return `${head}.${idToken.split(".")[1] ?? ""}`;
    }
    function changed(idToken: string): string {
      const [head, body = "", signature] = idToken.split(".");
      const payload = JSON.parse(Buffer.from(body, "base64url").toString()) as object;
      const other = Buffer.from(JSON.stringify({ ...payload, sub: "x" })).toString("base64url");
      return `${head}.${other}.${signature}`;
    }
  });
}
