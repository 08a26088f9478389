import { login, type InputOf } from "#contract";
import { send } from "../api/client.ts";
import {
  forgetAccount,
  platformEntry,
  rememberAccount,
  type RememberedAccount,
} from "./platform-entry.ts";
import { startSession } from "./session.ts";

/** The parts that further checks wanted, sent along with the next try. */
export type Check = NonNullable<InputOf<typeof login>["check"]>;

export interface SignIn {
  account: string;
  /** Typed by the person, or kept by this device (SE-02). */
  proof: { password: string } | { credential: string };
  remember: boolean;
  check?: Check | undefined;
}

/**
 * Signs in and keeps what the server answered (SE-01, SE-02). Refusals are the page's to show; so are recovery codes, if
 * a second factor was set up on the way.
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

/** Revokes the credentials of accounts that a sign-in pushed out of the remembered ones; a spent one has ended by itself. */
function revokeDropped(before: readonly RememberedAccount[]): void {
  const { accounts } = platformEntry.getState();
  const dropped = before.filter((account) => !accounts.includes(account));
  if (dropped.length === 0) return;
  import("./revoke-credential.ts").then(
    ({ revokeCredential }) => dropped.forEach(revokeCredential),
    () => {},
  );
}
