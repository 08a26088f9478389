import type { Queryable } from "../database/database.ts";
import { platformSecret } from "../platform/platform-secret.ts";

/**
 * The deployment's key behind every pairwise subject (LA-04); never changed, since with it every app would lose its
 * people.
 */
export function readSubjectKey(db: Queryable): Promise<string> {
  return platformSecret(db, "pairwise_subject_key");
}
