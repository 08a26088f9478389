import type { FastifyInstance } from "fastify";
import type { Claims } from "#contract";
import type { Entry } from "./launcher.ts";
import { allowedClaims, pairwiseSubject } from "./rules.ts";
import { readSubjectKey } from "./subject-key.ts";
import type { Bearer } from "./tickets.ts";

/** The name by which this app, and no other, knows the person: the same in every kind of launch (LA-04). */
export async function subjectFor(
  app: FastifyInstance,
  appId: string,
  userId: string,
): Promise<string> {
  return pairwiseSubject(await readSubjectKey(app.db), appId, userId);
}

/** What the app may learn of the person, as they are now under the identity they came with. */
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
  const told = allowedClaims(whole, entry.claims);
  await app.audit.record(null, {
    action: "app-told",
    actor: { app_id: entry.id, school_id: school.id },
    object: { kind: "app", id: entry.id },
    subject_id: user_id,
    detail: { claims: Object.keys(told).sort(), identity },
  });
  return told;
}
