import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CasSettings } from "#contract";
import { visitorOf } from "../../http/admission.ts";
import { memberCaller, type SelfCaller } from "../../http/caller.ts";
import { freshProof } from "../../session/fresh-proof.ts";
import { Refusal } from "../../http/refusal.ts";
import { noteRefused } from "../audit.ts";
import type { Entry } from "../launcher.ts";
import { sendNotice, sendOnward } from "../plain-page.ts";
import { askForPassword } from "../prove.ts";
import { signInFirst } from "../sign-in-first.ts";
import { useTicket, type TicketHolder } from "../tickets.ts";
import { withTicket } from "../ticket/with-ticket.ts";
import { NOTICES } from "./notices.ts";
import { markRenewal, renewalAsked } from "./renewal.ts";
import { isListed, readLogin, type LoginWish, type Query } from "./rules.ts";
import { issueServiceTicket } from "./service-tickets.ts";

type TicketWish = Extract<LoginWish, { wants: "ticket" }>;

/** Where a service, or a tile, sends a person for a ticket (CAS 3.0, 2.1). */
export function serveLogin(app: FastifyInstance): void {
  app.get("/cas/login", async (request, reply) => {
    const wish = readLogin(request.query as Query);
    if (wish.wants === "refusal") return refuse(request, reply, "unreadable");
    if (wish.wants === "page") return reply.redirect("/platformEntry/");
    const entries = await entriesOf(app, wish.service);
    if (entries.length === 0) return refuse(request, reply, "unlisted");

    const visitor = await visitorOf(app, request);
    const asked = wish.renew ? await renewalAsked(app, request.query as Query) : undefined;
    const here = wish.renew && asked === undefined ? await markRenewal(app, request) : request.url;
    if (visitor === null) {
      // a launch names a session: if that is gone, so is the launch
      if (wish.launch !== undefined) return refuse(request, reply, "late");
      return wish.gateway ? reply.redirect(wish.service) : reply.redirect(signInFirst(here));
    }
    const proved = await freshProof(app, visitor);
    const isFresh = asked !== undefined && proved !== undefined && proved > asked;
    if (wish.renew && !isFresh) return askForPassword(app, reply, visitor, here);

    const chosen = await choose(app, entries, wish, visitor);
    if (typeof chosen === "string") return refuse(request, reply, chosen, visitor);
    const { entry, holder } = chosen;
    // a launch was proved when it began
    if (entry.step_up && proved === undefined && wish.launch === undefined) {
      return askForPassword(app, reply, visitor, here);
    }
    return sendTicket(app, reply, wish, { app_id: entry.id, holder, is_fresh: isFresh });
  });
}

/** The page that says why, and the audit line. */
export function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  reason: keyof typeof NOTICES,
  visitor?: SelfCaller,
): FastifyReply {
  const { user_id, session_id } = visitor ?? {};
  noteRefused(request, { kind: "cas", reason, user_id, session_id });
  return sendNotice(reply, reason === "method" ? 405 : 400, NOTICES[reason]);
}

/** The apps that have this service on their lists. */
export async function entriesOf(app: FastifyInstance, service: string): Promise<Entry[]> {
  const entries = await app.catalogue.appsOf("cas");
  return entries.filter((entry) =>
    isListed(service, (entry.settings as Partial<CasSettings>).services ?? []),
  );
}

interface Chosen {
  entry: Entry;
  holder: TicketHolder;
}

/** Which app it is, and under which identity it is opened: that of the launch, or the active one of the person now. */
async function choose(
  app: FastifyInstance,
  entries: readonly Entry[],
  { launch }: TicketWish,
  visitor: SelfCaller,
): Promise<Chosen | "late" | "closed"> {
  const { session_id } = visitor;
  if (launch !== undefined) {
    for (const entry of entries) {
      const holder = await useTicket(app.db, launch, { app_id: entry.id, session_id }, app.now());
      if (holder !== undefined) return { entry, holder };
    }
    return "late";
  }
  try {
    const caller = memberCaller(visitor);
    for (const { id } of entries) {
      const entry = await app.catalogue.appFor(caller, id);
      if (entry !== undefined) return { entry, holder: caller };
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  return "closed";
}

async function sendTicket(
  app: FastifyInstance,
  reply: FastifyReply,
  { service, method }: TicketWish,
  issue: { app_id: string; holder: TicketHolder; is_fresh: boolean },
): Promise<FastifyReply> {
  const ticket = await issueServiceTicket(app.db, { ...issue, service }, app.now());
  return method === "POST"
    ? sendOnward(reply, service, { ticket })
    : reply.redirect(withTicket(service, ticket));
}
