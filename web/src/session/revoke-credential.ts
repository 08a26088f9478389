import { forgetDevice } from "#contract";
import { send } from "../api/client.ts";
import type { RememberedAccount } from "./platform-entry.ts";

/**
 * Has the server revoke the credential of an account that this device no longer remembers (SE-02). The page has
 * forgotten it whether or not the server hears of it: without a network, too.
 */
export function revokeCredential({ username, password }: RememberedAccount): void {
  const quietly = { quietGeneral: true, quietError: true };
  send(forgetDevice, { account: username, credential: password }, quietly).catch(() => {});
}
