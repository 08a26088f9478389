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
  type Gate,
} from "./gate.fixture.ts";

/** What an app's server asks with a code, and with the token that it is given for it. */
export function refuseCodeExchanges(gate: Gate): void {
  describe("a code that is not swapped", () => {
    it("is swapped as it should be, or nothing here would mean anything", async () => {
      const { status, body } = await gate.token(await freshCode(gate));
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
      expectNone(gate, await gate.token(await freshCode(gate), change), error);
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
      expectNone(
        gate,
        await gate.token(await freshCode(gate), change, authorization),
        "invalid_client",
      );
    });

    it.each<[string, string, Fields]>([
      ["with an empty secret", basic("bank", ""), {}],
      ["by nobody", "", {}],
      ["with what is no base64", "Basic %%%", {}],
      ["with the person's token", "Bearer x", {}],
    ])("%s", async (_what, authorization, change) => {
      expectNone(
        gate,
        await gate.token(await freshCode(gate), change, authorization),
        "invalid_request",
      );
    });

    it.each<[string, string, string]>([
      ["by another app", "quiet", "secret of quiet"],
      ["by an app that nobody has looked at", "new", "secret of new"],
    ])("%s, and is left to the one it is for", async (_what, id, secret) => {
      const code = await freshCode(gate);
      expectNone(gate, await gate.token(code, {}, basic(id, secret)), "invalid_grant");
      expect((await gate.token(code)).status).toBe(200);
    });

    it("by an app without a server that names itself", async () => {
      expectNone(
        gate,
        await gate.token(await freshCode(gate), { client_id: "page-only" }, ""),
        "invalid_grant",
      );
    });

    it("a second time, which ends what the first was given", async () => {
      const code = await freshCode(gate);
      const first = await gate.token(code);
      expectNone(gate, await gate.token(code), "invalid_grant");
      expect((await gate.userInfo(String(first.body["access_token"]))).status).toBe(401);
    });

    it("by twenty at once but for one", async () => {
      const code = await freshCode(gate);
      const answers = await Promise.all(Array.from({ length: 20 }, () => gate.token(code)));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
      expect(statuses.filter((status) => status === 400).length).toBeGreaterThanOrEqual(19);
    });

    it("after sixty seconds", async () => {
      const code = await freshCode(gate);
      gate.later(60_001);
      expectNone(gate, await gate.token(code), "invalid_grant");
    });

    it.each<[string, () => Promise<unknown>]>([
      ["after sign-out", () => send(gate.app, logout, {}, { headers: gate.lin.headers })],
      ["after a newer sign-in", () => signIn(gate.app, "lin")],
      ["after bye", () => send(gate.app, leaveApps, {}, { headers: gate.lin.headers })],
      ["after the person was disabled", () => enable("user", false)],
      ["after the school was disabled", () => enable("school", false)],
    ])("%s", async (_when, end) => {
      const code = await freshCode(gate);
      await end();
      await gate.app.background.settle();
      const answer = await gate.token(code);
      await enable("user", true);
      await enable("school", true);
      expectNone(gate, answer, "invalid_grant");
    });

    async function enable(table: "user" | "school", is_abled: boolean): Promise<void> {
      const which = table === "user" ? "account" : "id";
      const value = table === "user" ? "lin" : "primary";
      await gate.db
        .updateTable(table)
        .set({ is_abled })
        .where(which as "id", "=", value)
        .execute();
    }

    it("that is none: a launch, the platform's token, an access token, nothing", async () => {
      const { body } = await send(
        gate.app,
        launchApp,
        { app_id: "homework" },
        { headers: gate.lin.headers },
      );
      const ticket = new URL(body.data.url).searchParams.get("ticket") ?? "";
      const swapped = await gate.token(await freshCode(gate));
      for (const code of [ticket, gate.lin.token, String(swapped.body["access_token"]), "x"]) {
        expectNone(gate, await gate.token(code), "invalid_grant");
      }
      expectNone(gate, await gate.token(""), "invalid_request");
    });
  });

  describe("who asks for a person without being given one", () => {
    it.each<[string, () => Promise<string>]>([
      ["with what is no token", async () => "x"],
      ["with the platform's own token", async () => gate.lin.token],
      ["with a code", () => freshCode(gate)],
      [
        "with an ID token",
        async () => String((await gate.token(await freshCode(gate))).body["id_token"]),
      ],
    ])("%s", async (_what, make) => {
      const { status, body } = await gate.userInfo(await make());
      expect([status, body["error"]]).toEqual([401, "invalid_token"]);
    });

    it("with no token, or one in the address", async () => {
      const accessToken = String((await gate.token(await freshCode(gate))).body["access_token"]);
      for (const [more, wanted] of [
        ["", 401],
        [`?access_token=${accessToken}`, 400],
      ] as const) {
        const { status, body } = await gate.userInfo(undefined, more);
        expect([status, Object.keys(body)]).toEqual([wanted, ["error", "error_description"]]);
      }
      expect((await gate.userInfo(accessToken)).status).toBe(200);
    });

    it("takes an access token of the app nowhere in the platform", async () => {
      const accessToken = String((await gate.token(await freshCode(gate))).body["access_token"]);
      const headers = { authorization: `Bearer ${accessToken}` };
      expect((await send(gate.app, leaveApps, {}, { headers })).status).toBe(401);
    });
  });
}
