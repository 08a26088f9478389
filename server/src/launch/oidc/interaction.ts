import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import { PROOF_FRESH_SECONDS } from "#contract";
import { visitorOf } from "../../http/admission.ts";
import type { SelfCaller } from "../../session/caller.ts";
import { readProof } from "../../session/fresh-proof.ts";
import { newSecret } from "../../platform/secret.ts";
import { noteRefused } from "../audit.ts";
import type { Entry } from "../launcher.ts";
import { sendForm, sendNotice, signInFirst } from "../plain-page.ts";
import { askForPassword } from "../prove.ts";
import { hasSignature, signTexts } from "../signed-texts.ts";
import type { Bearer } from "../tickets.ts";
import { bearerFor } from "./bearer.ts";
import { MOUNT, oidcSettings, SCOPES } from "./clients.ts";
import {
  disclosedClaims,
  hasAgreed,
  noteAgreed,
  type NoticeName,
  NOTICES,
  proofWanted,
} from "./disclosure.ts";
import { keepGrant } from "./grants.ts";
import type { ProviderCache } from "./mount.ts";
import type { LogoutFanOut } from "./logout-fan-out.ts";

type Interaction = Awaited<ReturnType<Provider["interactionDetails"]>>;

const PATH = `${MOUNT}/interaction/:uid`;
const USE = "oidc-agree";
/** The name of oidc-provider's error for a request that it does not know, or no longer. */
const GONE = "SessionNotFound";
/** The parameter on the way back from sign-in: a visitor who has it and still no session is not sent there again. */
const BACK = "back";

/** One request of an app that is being decided. */
interface Case {
  app: FastifyInstance;
  provider: Provider;
  request: FastifyRequest;
  reply: FastifyReply;
  details: Interaction;
  path: string;
  visitor: SelfCaller;
  entry: Entry;
}

/**
 * Serves the interaction to which oidc-provider sends the browser with each request of an app: sign-in → identity → a
 * fresh proof, if one is wanted → disclosure, unless the school has approved it → back to the app.
 */
export function serveInteraction(
  app: FastifyInstance,
  providers: ProviderCache,
  fanOut: LogoutFanOut,
): void {
  const serve = (method: "GET" | "POST", answer: (found: Case) => Promise<FastifyReply>) =>
    app.route({
      method,
      url: PATH,
      handler: async (request, reply) => {
        try {
          const found = await openCase(app, providers, request, reply);
          return found === undefined ? reply : await answer(found);
        } catch (error) {
          if (!(error instanceof Error) || error.name !== GONE) throw error;
          noteRefused(request, { kind: "oidc", reason: "expired" });
          return sendNotice(reply, 400, NOTICES.expired);
        }
      },
    });
  serve("GET", (found) => decide(found, fanOut));
  serve("POST", (found) => receiveAnswer(found, fanOut));
}

/** Handles the person's answer to `askToAgree`. */
async function receiveAnswer(found: Case, fanOut: LogoutFanOut): Promise<FastifyReply> {
  const { app, details, visitor, entry, provider, request, reply } = found;
  const form = (request.body ?? {}) as Record<string, unknown>;
  const told = entry.claims.join();
  if (!(await hasSignature(app, form["seal"], USE, visitor.session_id, details.uid, told))) {
    return refuse(found, "changed");
  }
  if (form["agree"] !== "yes") {
    const result = { error: "access_denied", error_description: "the person declined" };
    return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303);
  }
  await noteAgreed(app.db, visitor.user_id, entry, app.now());
  return decide(found, fanOut);
}

/** Answers the request itself when there is nothing to decide. */
async function openCase(
  app: FastifyInstance,
  providers: ProviderCache,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Case | undefined> {
  const provider = await providers.current();
  const details = await provider.interactionDetails(request.raw, reply.raw);
  const { uid } = request.params as { uid: string };
  const entry = await app.catalogue.app(String(details.params["client_id"]));
  if (details.uid !== uid || entry === undefined || oidcSettings(entry) === undefined) {
    const { errors } = await import("oidc-provider");
    throw new errors.SessionNotFound("the app or its request has changed");
  }
  const path = `${MOUNT}/interaction/${uid}`;
  const visitor = await visitorOf(app, request);
  if (visitor === null) {
    const again = (request.query as Record<string, unknown>)[BACK] !== undefined;
    if (request.method !== "GET") {
      // who answers the question had a session when it was asked
      noteRefused(request, { kind: "oidc", reason: "changed", app_id: entry.id });
      await sendNotice(reply, 400, NOTICES.changed);
    } else if (again) await sendNotice(reply, 400, NOTICES.cookieless);
    else reply.redirect(signInFirst(`${path}?${BACK}=1`), 303);
    return undefined;
  }
  return { app, provider, request, reply, details, path, visitor, entry };
}

async function decide(found: Case, fanOut: LogoutFanOut): Promise<FastifyReply> {
  const { app, reply, details, path, visitor, entry } = found;
  const first = await firstLook(found);
  if (typeof first === "string") return refuse(found, first);
  const { bearer, asked } = first;

  const proved = await readProof(app.db, visitor.session_id);
  const wanted = proofWanted(details.params, entry.step_up && PROOF_FRESH_SECONDS, asked);
  if (wanted !== undefined && (proved?.getTime() ?? 0) <= wanted) {
    return askForPassword(app, reply, visitor, path);
  }
  if (!entry.approved && !(await hasAgreed(app.db, visitor.user_id, entry))) {
    return askToAgree(found, bearer);
  }
  return finish(found, bearer, proved, fanOut);
}

/** The first decision of a request, however often its page is opened: the first look uses its launch up. */
interface FirstLook {
  bearer: Bearer;
  asked: number;
}

async function firstLook({
  app,
  provider,
  request,
  reply,
  details,
  visitor,
  entry,
}: Case): Promise<FirstLook | NoticeName> {
  const kept = details.result?.["first"] as FirstLook | undefined;
  if (kept !== undefined) return kept.bearer.session_id === visitor.session_id ? kept : "changed";
  const bearer = await bearerFor(app, entry, visitor, details.params["login_hint"]);
  if (typeof bearer === "string") return bearer;
  const first = { bearer, asked: app.now().getTime() };
  await provider.interactionResult(request.raw, reply.raw, { first });
  return first;
}

async function askToAgree(
  { app, reply, details, path, visitor, entry }: Case,
  { name }: Bearer,
): Promise<FastifyReply> {
  return sendForm(reply, 200, {
    title: `要打开“${entry.name}”吗？`,
    text: `${name}，这个应用还没有经过学校审核。打开以后，它会知道：`,
    list: disclosedClaims(entry),
    action: path,
    fields: {
      seal: await signTexts(app, USE, visitor.session_id, details.uid, entry.claims.join()),
    },
    button: "同意并打开",
    says: { name: "agree", value: "yes" },
    other: "不同意",
  });
}

/** Makes the grant of this sign-in, and sends the browser back to the app. */
async function finish(
  { app, provider, request, reply, entry }: Case,
  bearer: Bearer,
  proved: Date | null,
  fanOut: LogoutFanOut,
): Promise<FastifyReply> {
  const { user_id, session_id, identity, school } = bearer;
  const grant = new provider.Grant({ accountId: user_id, clientId: entry.id });
  grant.addOIDCScope(SCOPES.join(" "));
  const grantId = await grant.save();
  const kept = { id: grantId, sid: newSecret(), app_id: entry.id, bearer };
  await keepGrant(app.db, kept, app.now());
  // what the app knows of another identity of this session is over
  await fanOut.end({ session_id, app_id: entry.id, but: { identity, school_id: school.id } });
  const result = {
    login: {
      accountId: user_id,
      remember: false,
      ...(proved !== null && { ts: Math.floor(proved.getTime() / 1000) }),
    },
    consent: { grantId },
    select_account: {},
  };
  const back = await provider.interactionResult(request.raw, reply.raw, result, {
    mergeWithLastSubmission: false,
  });
  return reply.redirect(back, 303);
}

function refuse(
  { request, reply, visitor, entry }: Case,
  reason: NoticeName,
): Promise<FastifyReply> {
  const { user_id, session_id } = visitor;
  noteRefused(request, { kind: "oidc", reason, app_id: entry.id, user_id, session_id });
  return sendNotice(reply, 400, NOTICES[reason]);
}
