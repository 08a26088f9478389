import { login, type InputOf } from "#contract";
import { send } from "../api/client.ts";
import {
  forgetAccount,
  platformEntry,
  rememberAccount,
  type RememberedAccount,
} from "./platform-entry.ts";
import { startSession } from "./session.ts";

/** The parts that further checks demanded, sent with the next attempt. */
export type Check = NonNullable<InputOf<typeof login>["check"]>;

export interface SignIn {
  account: string;
  /** The password typed by the person, or the credential kept by this device (SE-02). */
  proof: { password: string } | { credential: string };
  remember: boolean;
  check?: Check | undefined;
}

/**
 * Signs in and stores the server's answer (SE-01, SE-02). Rejects with refusals; returns recovery codes for the page to
 * show, if a second factor was set up on the way.
 */
export async function signIn({
  account,
  proof,
  remember,
  check,
}: SignIn): Promise<string[] | undefined> {
  const answer = await send(
    login,
    {
      account,
      ...proof,
      need_remember: remember,
      ...(check === undefined ? {} : { check }),
    },
    { quietGeneral: true, quietError: true },
  );
  // The name as the server spells it, so that one person is remembered once.
  const username = answer.auth_data.account;
  const { accounts } = platformEntry.getState();
  if (answer.credential === undefined) forgetAccount(username);
  else rememberAccount(username, answer.credential);
  const spent = "credential" in proof ? proof.credential : undefined;
  revokeDropped(accounts.filter(({ password }) => password !== spent));
  startSession(answer.token, answer.auth_data);
  return answer.recovery_codes;
}

/**
 * Revokes the credentials of accounts that this sign-in removed from the remembered ones, except a used one, which has
 * ended already.
 */
function revokeDropped(before: readonly RememberedAccount[]): void {
  const { accounts } = platformEntry.getState();
  const dropped = before.filter((account) => !accounts.includes(account));
  if (dropped.length === 0) return;
  import("./revoke-credential.ts").then(
    ({ revokeCredential }) => dropped.forEach(revokeCredential),
    () => {},
  );
}
