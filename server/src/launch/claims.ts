import { createHmac } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import type { Claims } from "#contract";
import type { Queryable } from "../database/database.ts";
import { atMost } from "../platform/at-most.ts";
import { platformSecret } from "../platform/platform-state.ts";
import type { Entry } from "./launcher.ts";
import { keepSubject } from "./subjects.ts";
import type { Bearer } from "./tickets.ts";

/** Subjects that are known to be kept: most are given again and again. */
const KEPT = new LRUCache<string, true>(atMost(20_000));

/**
 * Returns the pairwise subject by which this app, and no other, knows the person: the same in every kind of launch
 * (LA-04).
 */
export async function subjectFor(
  app: FastifyInstance,
  appId: string,
  userId: string,
): Promise<string> {
  const sub = pairwiseSubject(await readSubjectKey(app.db), appId, userId);
  if (!KEPT.has(sub)) {
    await keepSubject(app.db, { app_id: appId, sub, user_id: userId });
    KEPT.set(sub, true);
  }
  return sub;
}

/** Returns the claims that the app may have about the person, as they are now under the identity they came with. */
export async function claimsFor(
  app: FastifyInstance,
  entry: Entry,
  { user_id, name, identity, school }: Omit<Bearer, "session_id">,
): Promise<Claims> {
  const whole = {
    sub: await subjectFor(app, entry.id, user_id),
    name,
    identity,
    school,
    classes: await app.catalogue.classesOf({ user_id, identity, school_id: school.id }),
  };
  const allowed = allowedClaims(whole, entry.claims);
  await app.audit.record(null, {
    action: "app-told",
    actor: { app_id: entry.id, school_id: school.id },
    object: { kind: "app", id: entry.id },
    subject_id: user_id,
    detail: { claims: Object.keys(allowed).sort(), identity },
  });
  return allowed;
}

/** Derives a name for the person that is always the same at this app and different at every other (LA-04). */
export function pairwiseSubject(key: string, appId: string, userId: string): string {
  return createHmac("sha256", Buffer.from(key, "base64url"))
    .update(JSON.stringify([appId, userId]))
    .digest("base64url");
}

/** Returns the claims that the app's entry allows; `sub` is always among them. */
export function allowedClaims(whole: Required<Claims>, allowed: readonly string[]): Claims {
  const { sub, ...rest } = whole;
  const kept = Object.entries(rest).filter(([claim]) => allowed.includes(claim));
  return { sub, ...Object.fromEntries(kept) };
}

/** Reads the deployment's key of every pairwise subject (LA-04). It never changes: apps would lose all their people. */
export function readSubjectKey(db: Queryable): Promise<string> {
  return platformSecret(db, "pairwise_subject_key");
}
