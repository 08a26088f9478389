import { describe, expect, it } from "vitest";
import { launchApp, leaveApps, logout } from "#contract";
import { signIn } from "../../../../test/people.ts";
import { send } from "../../../../test/send.ts";
import { hashSecret } from "../../../platform/secret.ts";
import {
  basic,
  CHALLENGE,
  expectNone,
  freshCode,
  SECRET,
  VERIFIER,
  type Fields,
  type OidcTestApp,
} from "./refusals.fixture.ts";

/** Tests refusals of an app's server's calls with a code, and with the token it gets for it. */
export function refuseCodeExchanges(at: OidcTestApp): void {
  describe("a code that is not swapped", () => {
    it("is swapped as it should be, or nothing here would mean anything", async () => {
      const { status, body } = await at.token(await freshCode(at));
      expect([status, body["token_type"]]).toEqual([200, "Bearer"]);
    });

    it.each<[string, Fields, string]>([
      ["with another verifier", { code_verifier: `${VERIFIER}x` }, "invalid_grant"],
      ["without a verifier", { code_verifier: undefined }, "invalid_grant"],
      ["with an empty verifier", { code_verifier: "" }, "invalid_grant"],
      ["with the challenge as verifier", { code_verifier: CHALLENGE }, "invalid_grant"],
      [
        "with the other registered address",
        { redirect_uri: "https://bank.example/cb" },
        "invalid_grant",
      ],
      ["with an address of its own", { redirect_uri: "https://evil.example/" }, "invalid_grant"],
      ["without an address", { redirect_uri: undefined }, "invalid_request"],
      ["as a password", { grant_type: "password" }, "unsupported_grant_type"],
      ["as a refresh token", { grant_type: "refresh_token" }, "unsupported_grant_type"],
      ["as the app itself", { grant_type: "client_credentials" }, "unsupported_grant_type"],
      ["in the implicit way", { grant_type: "implicit" }, "unsupported_grant_type"],
      ["without saying how", { grant_type: undefined }, "invalid_request"],
      ["under another app's name", { client_id: "quiet" }, "invalid_request"],
      ["with the secret a second time", { client_secret: SECRET }, "invalid_request"],
    ])("%s", async (_what, change, error) => {
      expectNone(at, await at.token(await freshCode(at), change), error);
    });

    it.each<[string, string, Fields]>([
      ["with a wrong secret", basic("bank", "guess"), {}],
      ["with another app's secret", basic("bank", "secret of quiet"), {}],
      ["with the hash of the secret", basic("bank", hashSecret(SECRET)), {}],
      ["by an app that is none", basic("no-such", SECRET), {}],
      ["by an app that signs in by ticket", basic("homework", "secret of homework"), {}],
      ["by an app that is not set up", basic("unset", "secret of unset"), {}],
      ["by name alone", "", { client_id: "bank" }],
    ])("%s", async (_what, authorization, change) => {
      expectNone(at, await at.token(await freshCode(at), change, authorization), "invalid_client");
    });

    it.each<[string, string, Fields]>([
      ["with an empty secret", basic("bank", ""), {}],
      ["by nobody", "", {}],
      ["with what is no base64", "Basic %%%", {}],
      ["with the person's token", "Bearer x", {}],
    ])("%s", async (_what, authorization, change) => {
      expectNone(at, await at.token(await freshCode(at), change, authorization), "invalid_request");
    });

    it.each<[string, string, string]>([
      ["by another app", "quiet", "secret of quiet"],
      ["by an app that nobody has looked at", "new", "secret of new"],
    ])("%s, and is left to the one it is for", async (_what, id, secret) => {
      const code = await freshCode(at);
      expectNone(at, await at.token(code, {}, basic(id, secret)), "invalid_grant");
      expect((await at.token(code)).status).toBe(200);
    });

    it("by an app without a server that names itself", async () => {
      expectNone(
        at,
        await at.token(await freshCode(at), { client_id: "page-only" }, ""),
        "invalid_grant",
      );
    });

    it("a second time, which ends what the first was given", async () => {
      const code = await freshCode(at);
      const first = await at.token(code);
      expectNone(at, await at.token(code), "invalid_grant");
      expect((await at.userInfo(String(first.body["access_token"]))).status).toBe(401);
    });

    it("by twenty at once but for one", async () => {
      const code = await freshCode(at);
      const answers = await Promise.all(Array.from({ length: 20 }, () => at.token(code)));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
      expect(statuses.filter((status) => status === 400).length).toBeGreaterThanOrEqual(19);
    });

    it("after sixty seconds", async () => {
      const code = await freshCode(at);
      at.later(60_001);
      expectNone(at, await at.token(code), "invalid_grant");
    });

    it.each<[string, () => Promise<unknown>]>([
      ["after sign-out", () => send(at.app, logout, {}, { headers: at.lin.headers })],
      ["after a newer sign-in", () => signIn(at.app, "lin")],
      ["after bye", () => send(at.app, leaveApps, {}, { headers: at.lin.headers })],
      ["after the person was disabled", () => enable("user", false)],
      ["after the school was disabled", () => enable("school", false)],
    ])("%s", async (_when, end) => {
      const code = await freshCode(at);
      await end();
      await at.app.background.settle();
      const answer = await at.token(code);
      await enable("user", true);
      await enable("school", true);
      expectNone(at, answer, "invalid_grant");
    });

    async function enable(table: "user" | "school", is_abled: boolean): Promise<void> {
      const which = table === "user" ? "account" : "id";
      const value = table === "user" ? "lin" : "primary";
      await at.db
        .updateTable(table)
        .set({ is_abled })
        .where(which as "id", "=", value)
        .execute();
    }

    it("that is none: a launch, the platform's token, an access token, nothing", async () => {
      const { body } = await send(
        at.app,
        launchApp,
        { app_id: "homework" },
        { headers: at.lin.headers },
      );
      const ticket = new URL(body.data.url).searchParams.get("ticket") ?? "";
      const swapped = await at.token(await freshCode(at));
      for (const code of [ticket, at.lin.token, String(swapped.body["access_token"]), "x"]) {
        expectNone(at, await at.token(code), "invalid_grant");
      }
      expectNone(at, await at.token(""), "invalid_request");
    });
  });

  describe("who asks for a person without being given one", () => {
    it.each<[string, () => Promise<string>]>([
      ["with what is no token", async () => "x"],
      ["with the platform's own token", async () => at.lin.token],
      ["with a code", () => freshCode(at)],
      [
        "with an ID token",
        async () => String((await at.token(await freshCode(at))).body["id_token"]),
      ],
    ])("%s", async (_what, make) => {
      const { status, body } = await at.userInfo(await make());
      expect([status, body["error"]]).toEqual([401, "invalid_token"]);
    });

    it("with no token, or one in the address", async () => {
      const accessToken = String((await at.token(await freshCode(at))).body["access_token"]);
      for (const [more, wanted] of [
        ["", 401],
        [`?access_token=${accessToken}`, 400],
      ] as const) {
        const { status, body } = await at.userInfo(undefined, more);
        expect([status, Object.keys(body)]).toEqual([wanted, ["error", "error_description"]]);
      }
      expect((await at.userInfo(accessToken)).status).toBe(200);
    });

    it("takes an access token of the app nowhere in the platform", async () => {
      const accessToken = String((await at.token(await freshCode(at))).body["access_token"]);
      const headers = { authorization: `Bearer ${accessToken}` };
      expect((await send(at.app, leaveApps, {}, { headers })).status).toBe(401);
    });
  });
}
