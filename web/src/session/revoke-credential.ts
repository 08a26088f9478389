import { forgetDevice } from "#contract";
import { send } from "../api/client.ts";
import type { RememberedAccount } from "./platform-entry.ts";

/**
 * Revokes the credential of an account that this device no longer remembers (SE-02). Works on the page even without a
 * network: it has forgotten the account already.
 */
export function revokeCredential({ username, password }: RememberedAccount): void {
  const quietly = { quietGeneral: true, quietError: true };
  send(forgetDevice, { account: username, credential: password }, quietly).catch(() => {});
}
