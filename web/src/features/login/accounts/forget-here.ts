import { forgetDevice } from "#contract";
import { send } from "../../../api/client.ts";
import { forgetAccount, type RememberedAccount } from "../../../session/platform-entry.ts";

/**
 * Takes an account out of those this device remembers, and has the server revoke the credential (SE-02). The page has
 * forgotten it whether or not the server hears of it: without a network, too.
 */
export function forgetHere({ username, password }: RememberedAccount): void {
  forgetAccount(username);
  const quietly = { quietGeneral: true, quietError: true };
  send(forgetDevice, { account: username, credential: password }, quietly).catch(() => {});
}
