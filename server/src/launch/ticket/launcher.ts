import type { FastifyInstance } from "fastify";
import { redeemTicket } from "#contract";
import { Refusal } from "../../http/refusal.ts";
import { serve } from "../../http/serve.ts";
import { noteRefused } from "../audit.ts";
import { claimsFor } from "../claims.ts";
import { answerTo, type Launcher } from "../launcher.ts";
import { issueTicket, useTicket, withTicket } from "../tickets.ts";

/** Launches apps that redeem a one-time ticket server to server (LA-01, `ticket`). */
export async function ticketLauncher(app: FastifyInstance): Promise<Launcher> {
  serve(app, redeemTicket, async ({ input, caller: { app_id }, request }) => {
    const refuse = (reason: string): Refusal => {
      noteRefused(request, { kind: "ticket", reason, app_id });
      return new Refusal("badCode");
    };
    const entry = await app.catalogue.app(app_id);
    // an app of another kind has tickets too, which are not redeemed here
    if (entry?.launch !== "ticket") throw refuse("other_kind");
    const bearer = await useTicket(app.db, input.ticket, { app_id }, app.now());
    if (bearer === undefined) throw refuse("bad_ticket");
    return claimsFor(app, entry, bearer);
  });

  // what is no ticket by its form never reaches the handler, and is a refused sign-in as well
  app.addHook("onError", async (request, _reply, error) => {
    if (error.validation === undefined || request.routeOptions.url !== redeemTicket.path) return;
    const { caller } = request;
    const app_id = caller !== null && "app_id" in caller ? caller.app_id : undefined;
    noteRefused(request, { kind: "ticket", reason: "bad_input", app_id });
  });

  return {
    async launch({ caller, entry }) {
      const ticket = await issueTicket(app.db, { caller, app_id: entry.id }, app.now());
      return answerTo(entry, withTicket(entry.url, ticket));
    },
  };
}
