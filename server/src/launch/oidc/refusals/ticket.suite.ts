import { describe, expect, it } from "vitest";
import { launchApp, redeemTicket } from "#contract";
import { send } from "../../../../test/send.ts";
import { hashSecret } from "../../../platform/secret.ts";
import { issueTicket } from "../../tickets.ts";
import { basic, freshCode, SECRET, type OidcTestApp } from "./refusals.fixture.ts";

/** Tests refusals of tickets of apps that use no OpenID Connect, on the same app. */
export function refuseTickets(at: OidcTestApp): void {
  describe("a ticket that is not redeemed", () => {
    const redeem = async (
      ticket: unknown,
      authorization = basic("homework", "secret of homework"),
    ) => {
      const { status, body } = await send(
        at.app,
        redeemTicket,
        { ticket },
        { headers: { authorization } },
      );
      return [status, body.code];
    };
    const plain = (id: string, secret: string) =>
      `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
    const mine = plain("homework", "secret of homework");

    it("is redeemed as it should be, or nothing here would mean anything", async () => {
      const { body } = await send(
        at.app,
        launchApp,
        { app_id: "homework" },
        { headers: at.lin.headers },
      );
      const ticket = new URL(body.data.url).searchParams.get("ticket");
      expect(await redeem(ticket, mine)).toEqual([200, 200]);
    });

    it("because it is a launch of an app of another kind, though right and not used yet", async () => {
      const { body } = await send(
        at.app,
        launchApp,
        { app_id: "bank" },
        { headers: at.lin.headers },
      );
      expect(body.data.url).not.toContain("ticket");
      const caller = await at.db
        .selectFrom("app_ticket")
        .select(["user_id", "session_id", "identity", "school_id"])
        .where("app_id", "=", "bank")
        .orderBy("created_at", "desc")
        .executeTakeFirstOrThrow();
      const ticket = await issueTicket(
        at.db,
        { caller: { ...caller, school: { id: caller.school_id } }, app_id: "bank" },
        at.now,
      );
      at.secrets.push(ticket);
      at.logged = "";
      expect(await redeem(ticket, plain("bank", SECRET))).toEqual([400, 40003]);
      expect(at.logged).toContain('"audit":"launch-refused","kind":"ticket","reason":"other_kind"');
    });

    it.each<[string, () => Promise<unknown>, number]>([
      ["a code", () => freshCode(at), 40003],
      ["the platform's token", async () => at.lin.token, 40003],
      ["a hash", async () => hashSecret("x"), 40003],
      ["nothing", async () => "", 40001],
      ["a number", async () => 1, 40001],
      ["a list", async () => ["a"], 40001],
      ["longer than any", async () => "x".repeat(201), 40001],
    ])("because it is %s", async (_what, make, code) => {
      at.logged = "";
      expect(await redeem(await make(), mine)).toEqual([400, code]);
      if (code === 40003) {
        expect(at.logged).toContain(
          '"audit":"launch-refused","kind":"ticket","reason":"bad_ticket"',
        );
      }
    });

    it("because the app is not who it says: an audit line says that one was refused", async () => {
      at.logged = "";
      expect(await redeem("x", plain("homework", "a guess"))).toEqual([400, 40005]);
      expect(at.logged).toContain('"audit":"app-call-refused"');
      expect(at.logged).not.toContain("guess");
    });
  });
}
