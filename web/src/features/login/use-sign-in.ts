import { useRef, useState } from "react";
import { signIn, type Check } from "../../session/login.ts";
import { forgetAccount, type RememberedAccount } from "../../session/platform-entry.ts";
import { explainFailure, missingInput, type AskedConsent, type LoginFailure } from "./rules.ts";
import { useCountdown } from "./use-countdown.ts";

export interface FormValues {
  account: string;
  password: string;
  remember: boolean;
  agreed: boolean;
}

/** The course of a sign-in, apart from how the form looks. */
export function useSignIn(onFailure: (failure: LoginFailure) => void) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<LoginFailure | null>(null);
  const [chosen, setChosen] = useState<RememberedAccount | null>(null);
  const asked = useRef<AskedConsent[]>([]);
  const wait = useCountdown();

  function fail(next: LoginFailure) {
    setFailure(next);
    if (next.retryAfter !== undefined) wait.start(next.retryAfter);
    onFailure(next);
  }

  async function submit(values: FormValues, kept: RememberedAccount | null = chosen) {
    if (busy || wait.left > 0) return;
    const account = values.account.trim();
    const credential =
      values.password === "" && kept?.username === account ? kept.password : undefined;
    const missing = missingInput(account, values.password !== "" || credential !== undefined);
    if (missing !== null) return fail(missing);

    setBusy(true);
    setFailure(null);
    const attempt = (check?: Check) =>
      attemptAgreeing(() => {
        const consents = values.agreed ? asked.current : [];
        return signIn({
          account,
          proof: credential === undefined ? { password: values.password } : { credential },
          remember: values.remember,
          check: consents.length > 0 ? { ...check, consents } : check,
        });
      }, values.agreed);
    try {
      await attempt().catch(async (error: unknown) => {
        if (explainFailure(error, false).further !== true) throw error;
        await (await import("./on-demand.ts")).signInWithChecks(error, attempt);
      });
    } catch (error) {
      const next = explainFailure(error, credential !== undefined);
      if (next.credentialRefused === true) {
        forgetAccount(account);
        setChosen(null);
      }
      fail(next);
    } finally {
      setBusy(false);
    }
  }

  /** Someone who had ticked the box before the server asked has answered already. */
  async function attemptAgreeing(attempt: () => ReturnType<typeof signIn>, agreed: boolean) {
    try {
      return await attempt();
    } catch (error) {
      const { consents } = explainFailure(error, false);
      if (consents === undefined) throw error;
      const first = asked.current.length === 0;
      asked.current = consents;
      if (!agreed || !first) throw error;
      return attempt();
    }
  }

  return {
    busy,
    failure,
    chosen,
    waitSeconds: wait.left,
    submit,
    choose: setChosen,
    clearFailure: () => setFailure(null),
  };
}
