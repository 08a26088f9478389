import { isIdentity, type Identity } from "#contract";
import { Refusal } from "../http/refusal.ts";

/** Asks for what is open to everyone, beside what the identity opens (AP-05). */
const EVERYONE = "all";

/**
 * Checks the parameter `identity` of the apps call, as `teacher,all` (AP-05), against the identity the call acts under.
 * A word that is none is bad input; another identity is not allowed, held or not: header and parameter must agree.
 */
export function assertAsksForOwn(parameter: string | undefined, acting: Identity): void {
  const words = (parameter ?? "").split(",").filter((word) => word !== "" && word !== EVERYONE);
  if (words.some((word) => !isIdentity(word))) {
    throw new Refusal("badInput", {
      data: { errors: [{ path: "identity", message: "应为身份与 all，如 teacher,all" }] },
    });
  }
  if (words.some((word) => word !== acting)) throw new Refusal("notAllowed");
}
