import { createHash } from "node:crypto";

export type SourcedKind = "school" | "user" | "class";

/** Returns the id of a roster record's row: the same source, kind and `sourcedId` always give the same id. */
export function derivedId(source: string, kind: SourcedKind, sourcedId: string): string {
  const hash = createHash("sha256").update(`${source}\n${kind}\n${sourcedId}`);
  return hash.digest("base64url").slice(0, DERIVED_ID_LENGTH);
}

const DERIVED_ID_LENGTH = 20;
