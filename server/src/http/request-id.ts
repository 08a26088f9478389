import { randomBytes } from "node:crypto";

/** Names requests so that a node's are told apart from another's, and from those before a restart. */
export function requestIds(): () => string {
  const node = randomBytes(6).toString("base64url");
  let count = 0;
  return () => `${node}-${(count += 1).toString(36)}`;
}
