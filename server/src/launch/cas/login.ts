import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CasSettings } from "#contract";
import { visitorOf } from "../../http/admission.ts";
import { memberCaller, type SelfCaller } from "../../session/caller.ts";
import { freshProof } from "../../session/fresh-proof.ts";
import { Refusal } from "../../http/refusal.ts";
import { noteRefused } from "../audit.ts";
import type { Entry } from "../launcher.ts";
import { type Notice, sendNotice, sendOnward, signInFirst } from "../plain-page.ts";
import { askForPassword } from "../prove.ts";
import { type TicketHolder, useTicket, withTicket } from "../tickets.ts";
import { hasSignature, signTexts } from "../signed-texts.ts";
import { isListed, type LoginRequest, type Query, readLogin } from "./rules.ts";
import { issueServiceTicket } from "./service-tickets.ts";

type TicketRequest = Extract<LoginRequest, { wants: "ticket" }>;

/** Serves the sign-in that a service, or a tile, sends a person to for a ticket (CAS 3.0, 2.1). */
export function serveLogin(app: FastifyInstance): void {
  app.get("/cas/login", async (request, reply) => {
    const login = readLogin(request.query as Query);
    if (login.wants === "refusal") return refuse(request, reply, "unreadable");
    if (login.wants === "page") return reply.redirect("/platformEntry/");
    const entries = await entriesOf(app, login.service);
    if (entries.length === 0) return refuse(request, reply, "unlisted");

    const visitor = await visitorOf(app, request);
    const asked = login.renew ? await renewalAsked(app, request.query as Query) : undefined;
    const here = login.renew && asked === undefined ? await markRenewal(app, request) : request.url;
    if (visitor === null) {
      // a launch names a session: if that is gone, so is the launch
      if (login.launch !== undefined) return refuse(request, reply, "late");
      return login.gateway ? reply.redirect(login.service) : reply.redirect(signInFirst(here));
    }
    const proved = await freshProof(app, visitor);
    const isFresh = asked !== undefined && proved !== undefined && proved > asked;
    if (login.renew && !isFresh) return askForPassword(app, reply, visitor, here);

    const chosen = await choose(app, entries, login, visitor);
    if (typeof chosen === "string") return refuse(request, reply, chosen, visitor);
    const { entry, holder } = chosen;
    // a launch was proved when it began
    if (entry.step_up && proved === undefined && login.launch === undefined) {
      return askForPassword(app, reply, visitor, here);
    }
    return sendTicket(app, reply, login, { app_id: entry.id, holder, is_fresh: isFresh });
  });
}

/** Shows the page with the reason of a refusal, and audits it. */
export function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  reason: keyof typeof NOTICES,
  visitor?: SelfCaller,
): Promise<FastifyReply> {
  const { user_id, session_id } = visitor ?? {};
  noteRefused(request, { kind: "cas", reason, user_id, session_id });
  return sendNotice(reply, reason === "method" ? 405 : 400, NOTICES[reason]);
}

/** Returns the apps that have this service on their lists. */
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

/** Returns the app and the identity it is opened under: that of the launch, or the active one of the person now. */
async function choose(
  app: FastifyInstance,
  entries: readonly Entry[],
  { launch }: TicketRequest,
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
  { service, method }: TicketRequest,
  issue: { app_id: string; holder: TicketHolder; is_fresh: boolean },
): Promise<FastifyReply> {
  const ticket = await issueServiceTicket(app.db, { ...issue, service }, app.now());
  return method === "POST"
    ? sendOnward(reply, service, { ticket })
    : reply.redirect(withTicket(service, ticket));
}

/** Notices for a service that cannot be signed in to. */
const NOTICES = {
  unreadable: {
    title: "打开应用的地址不正确",
    text: "地址中的参数缺失或被改动过。请回到{platform}，从应用的图标重新打开。",
  },
  unlisted: {
    title: "这个地址没有登记",
    text: "要登录的地址不在{platform}的应用目录里。为保护账号，{platform}没有把登录信息交给它。请从应用的图标打开，或联系学校管理员。",
  },
  late: {
    title: "这次打开已经失效",
    text: "每次打开只能使用一次，并且只在一分钟内有效。请回到{platform}，从应用的图标重新打开。",
  },
  closed: {
    title: "当前身份不能使用这个应用",
    text: "这个应用没有对当前的身份或学校开放，或者已经停用。如果有别的身份，请回到{platform}切换后再打开。",
  },
  changed: {
    title: "这个页面已经失效",
    text: "登录已经变化，或者页面放得太久。请回到{platform}再试一次。",
  },
  method: {
    title: "不能这样打开",
    text: "这个地址只能由浏览器直接打开。请回到{platform}，从应用的图标打开应用。",
  },
} as const satisfies Record<string, Notice>;

const USE = "cas-renewal";
/** Milliseconds within which the password must be given. */
const WITHIN_MS = 10 * 60_000;

/**
 * Returns this request's path with the present moment: the person comes back to it with a fresh proof newer than that.
 * Sealed for this service, so that nobody who finds the browser open can put in an older moment.
 */
async function markRenewal(app: FastifyInstance, request: FastifyRequest): Promise<string> {
  const url = new URL(request.url, "http://here.invalid");
  const asked = String(app.now().getTime());
  url.searchParams.set("asked", asked);
  url.searchParams.set("seal", await signTexts(app, USE, serviceOf(request.query as Query), asked));
  return url.pathname + url.search;
}

/** Returns the moment at which the fresh proof was asked for, if this request comes back from there. */
async function renewalAsked(app: FastifyInstance, query: Query): Promise<Date | undefined> {
  const { asked, seal: given } = query;
  if (typeof asked !== "string" || !/^\d{1,16}$/.test(asked)) return undefined;
  if (!(await hasSignature(app, given, USE, serviceOf(query), asked))) return undefined;
  const age = app.now().getTime() - Number(asked);
  return age >= 0 && age <= WITHIN_MS ? new Date(Number(asked)) : undefined;
}

function serviceOf(query: Query): string {
  return String(query["service"]);
}
