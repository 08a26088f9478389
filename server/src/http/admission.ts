import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { SessionEndReason, Who } from "#contract";
import {
  type AppCaller,
  type Caller,
  clientKind,
  memberCaller,
  type MemberCaller,
  selfCaller,
  type SelfCaller,
} from "../session/caller.ts";
import { hashSecret } from "../platform/secret.ts";
import { separationOf } from "../rights/duties.ts";
import { placesOf } from "../rights/rules.ts";
import type { SessionRecord } from "../session/sessions.ts";
import type { Database } from "../database/database.ts";
import { Refusal } from "./refusal.ts";
import { cookieToken, tokenOf } from "./token.ts";

/** Identifies the caller and checks the call's `who`, before anything else of the request is read. */
export function admit(
  app: FastifyInstance,
  request: FastifyRequest,
  who: Who,
): Caller | null | Promise<Caller> {
  if (who === "anyone") return null;
  if (who === "app") {
    return makeAppFetch(app.db, request.headers.authorization).catch((error: unknown) => {
      app.audit.note(request, { action: "app-call", outcome: "refused" });
      throw error;
    });
  }
  const token = tokenOf(app, request);
  if (token === undefined) throw ended("none");
  const tokenHash = hashSecret(token);
  const since = app.replica.wroteAt(request);
  const record = app.sessions.recall(tokenHash, since);
  if (record !== undefined) return admitPerson(app, request, who, record);
  return app.sessions.read(tokenHash, since).then((read) => admitPerson(app, request, who, read));
}

/**
 * Returns the person whose browser opens one of the server's own pages, by the cookie alone; null when nobody is signed
 * in there. The cookie does not prove that a form came from a page of ours: a form that acts must prove it itself.
 */
export async function visitorOf(
  app: FastifyInstance,
  request: FastifyRequest,
): Promise<SelfCaller | null> {
  const token = cookieToken(app, request);
  if (token === undefined) return null;
  const record = await app.sessions.read(hashSecret(token), app.replica.wroteAt(request));
  try {
    const { session, person } = requireLive(app, record);
    return selfCaller({ session, person }, session.client, undefined, separationOf(app));
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Reads the caller anew, for an answer that must show what the call has just written. */
export async function admitAgain(
  app: FastifyInstance,
  request: FastifyRequest,
  identity?: string,
): Promise<SelfCaller> {
  const { sessionRecord } = request;
  if (sessionRecord === null) throw ended("none");
  app.sessions.forget(sessionRecord.person.id);
  const record = requireLive(app, await app.sessions.read(sessionRecord.tokenHash));
  return selfCaller(record, clientOf(request, record), identity, separationOf(app));
}

function admitPerson(
  app: FastifyInstance,
  request: FastifyRequest,
  who: Who,
  read: SessionRecord | undefined,
): SelfCaller {
  const record = requireLive(app, read);
  request.sessionRecord = record;
  app.sessions.seen(record, app.now());
  const identity = identityIn(request.headers["identity"]);
  const client = clientOf(request, record);
  const key = `${who === "self" ? "self" : "member"} ${client} ${identity ?? ""}`;
  let caller = record.callers.get(key);
  if (caller === undefined) {
    const self = selfCaller(record, client, identity, separationOf(app));
    caller = who === "self" ? self : memberCaller(self);
    record.callers.set(key, caller);
  }
  if (typeof who === "object" && !mayMake(who, caller as MemberCaller, app.now())) {
    throw new Refusal("notAllowed");
  }
  return caller;
}

function mayMake(who: Exclude<Who, string>, caller: MemberCaller, now: Date): boolean {
  if ("identities" in who) return who.identities.includes(caller.identity);
  const right = "right" in who ? who.right : who.permission;
  return placesOf(caller.held, right, now).length > 0;
}

/** Returns the record of a live session of an enabled person; refuses any other with its reason. */
function requireLive(
  { sessions, now }: Pick<FastifyInstance, "sessions" | "now">,
  record: SessionRecord | undefined,
): SessionRecord {
  if (record === undefined) throw ended("none");
  const { session, person } = record;
  if (session.end_reason !== null) {
    throw ended(session.end_reason === "logout" ? "revoked" : session.end_reason);
  }
  const at = now();
  if (session.expires_at <= at) {
    sessions.expired(record, at);
    throw ended("expired");
  }
  if (!person.is_abled) throw ended("revoked");
  return record;
}

const SENTENCES = {
  none: "noSession",
  expired: "sessionExpired",
  replaced: "sessionReplaced",
  revoked: "sessionRevoked",
} as const;

function ended(reason: SessionEndReason): Refusal {
  return new Refusal(SENTENCES[reason], { data: { reason } });
}

function clientOf(request: FastifyRequest, { session }: SessionRecord): SelfCaller["client"] {
  const header = request.headers["client"];
  return header === undefined ? session.client : clientKind(header);
}

function identityIn(header: string | string[] | undefined): string | undefined {
  const identity = Array.isArray(header) ? header.join(",") : header;
  return identity === "" ? undefined : identity;
}

/** The form of a catalogue id; others are not looked up, since a database refuses some texts. */
const ID = /^[\w.-]{1,64}$/;
/** A hash that no secret has, compared with when there is no such app, so that timing reveals nothing. */
const NO_HASH = "0".repeat(64);

/**
 * Returns the calling app by its id and secret (HTTP Basic). Refuses with 40005: 401 would mean that a person's session
 * has ended (ER-08).
 */
async function makeAppFetch(db: Database, authorization: string | undefined): Promise<AppCaller> {
  const [scheme, encoded = ""] = authorization?.split(" ") ?? [];
  if (scheme?.toLowerCase() !== "basic") throw new Refusal("notAllowed");
  const [id = "", ...secret] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  if (!(await isAppSecret(db, id, secret.join(":")))) throw new Refusal("notAllowed");
  return { app_id: id };
}

/** Returns whether this is the secret of the app of this id; takes as long when there is no such app. */
export async function isAppSecret(db: Database, id: string, secret: string): Promise<boolean> {
  const app = ID.test(id)
    ? await db.selectFrom("app").select("secret_hash").where("id", "=", id).executeTakeFirst()
    : undefined;
  const given = Buffer.from(hashSecret(secret));
  const kept = Buffer.from(app?.secret_hash ?? NO_HASH);
  return timingSafeEqual(given, kept);
}
