import { useState } from "react";
import { CODE_AGAIN_SECONDS, loginByCode, type SharedAccount } from "#contract";
import { send } from "../../../api/client.ts";
import { askForCode } from "../../../session/ask-for-code.ts";
import type { Check } from "../../../session/login.ts";
import { startSession } from "../../../session/session.ts";
import { useAct } from "../../../ui/use-act.ts";
import { signInWithChecks } from "../checks/ask.tsx";
import { explainFailure, textWithWait } from "../rules.ts";
import { faultsOf, type Faults, type Values } from "./rules.ts";
import { accountsIn } from "./shared-accounts.ts";

/** Holds the state of a sign-in by code (SE-04). */
export function useCodeSignIn() {
  const { busy, fault: faults = {}, setFault: setFaults, act } = useAct(explain);
  const [accounts, setAccounts] = useState<readonly SharedAccount[]>([]);
  const [consents, setConsents] = useState<Check["consents"]>();

  /** Asks for a code; returns the seconds until another may be asked for. */
  async function ask(receiver: string): Promise<number> {
    const { receiver: wrong } = faultsOf({ receiver, code: "000000" });
    setFaults(wrong === undefined ? {} : { receiver: wrong });
    if (wrong !== undefined) return 0;
    try {
      await askForCode(receiver, "login");
      return CODE_AGAIN_SECONDS;
    } catch (error) {
      const { text, retryAfter } = explainFailure(error, false);
      setFaults({ receiver: text });
      return retryAfter ?? 0;
    }
  }

  function explain(error: unknown): Faults | undefined {
    const failure = explainFailure(error, false);
    const { field, consents: wanted } = failure;
    if (wanted !== undefined) setConsents(wanted);
    const shared = accountsIn(error);
    setAccounts(shared);
    if (shared.length > 0) return undefined;
    return { [field === "consent" ? field : "code"]: textWithWait(failure) };
  }

  async function signIn(
    values: Values,
    { agreed, account }: { agreed: boolean; account?: string },
  ): Promise<Faults | undefined> {
    const wrong = faultsOf(values);
    if (Object.keys(wrong).length > 0) return wrong;
    const attempt = async (check: Check = {}, agreeTo = agreed ? consents : undefined) => {
      const all = { ...check, ...(agreeTo === undefined ? {} : { consents: agreeTo }) };
      const input = { ...values, check: all, ...(account === undefined ? {} : { account }) };
      const quiet = { quietGeneral: true, quietError: true };
      const { token, auth_data, recovery_codes } = await send(loginByCode, input, quiet);
      startSession(token, auth_data);
      return recovery_codes;
    };
    await attempt().catch(async (error: unknown) => {
      const { consents: wanted, further } = explainFailure(error, false);
      // who had ticked the box before the server asked has answered already
      if (wanted !== undefined && agreed) return attempt({}, wanted);
      if (further === true) return signInWithChecks(error, attempt);
      throw error;
    });
    return undefined;
  }

  const submit = (...given: Parameters<typeof signIn>) => act(() => signIn(...given));

  return { busy, faults, accounts, ask, submit, back: () => setAccounts([]) };
}
