import { useRef, useState, useEffect } from "react";
import { signIn, type Check } from "../../session/login.ts";
import { stopwatch } from "../../ui/stopwatch.ts";
import { useAct } from "../../ui/use-act.ts";
import { forgetAccount, type RememberedAccount } from "../../session/platform-entry.ts";
import {
  type AskedConsent,
  explainFailure,
  type LoginFailure,
  missingInput,
  secondsToNextTry,
} from "./rules.ts";

const SECOND_MS = 1000;

/** Counts seconds down to 0 from the moment `start(seconds)` is called, and does `then`. A tab that slept catches up. */
function useCountdown() {
  const [wait, setWait] = useState<{ seconds: number; elapsed: () => number }>();
  const [left, setLeft] = useState(0);
  const next = useRef<(() => void) | undefined>(undefined);
  useEffect(() => {
    if (wait === undefined) return undefined;
    const tick = () => {
      const seconds = Math.max(0, Math.ceil(wait.seconds - wait.elapsed() / SECOND_MS));
      setLeft(seconds);
      if (seconds > 0) return;
      setWait(undefined);
      next.current?.();
    };
    const clock = setInterval(tick, SECOND_MS);
    return () => clearInterval(clock);
  }, [wait]);
  return {
    left,
    start(seconds: number, then?: () => void) {
      next.current = then;
      setWait({ seconds, elapsed: stopwatch() });
      setLeft(seconds);
    },
    stop() {
      setWait(undefined);
      setLeft(0);
    },
  };
}

export interface FormValues {
  account: string;
  password: string;
  remember: boolean;
  agreed: boolean;
}

type Attempt = (check?: Check) => Promise<unknown>;

/** Holds the state of a sign-in by password, credential or passkey. */
export function useSignIn(onFailure: (failure: LoginFailure) => void) {
  const { busy, fault: failure = null, setFault, act } = useAct<LoginFailure>(() => {});
  const [chosen, setChosen] = useState<RememberedAccount | null>(null);
  const asked = useRef<AskedConsent[]>([]);
  const wait = useCountdown();
  /** The number of automatic retries so far. */
  const tries = useRef(0);

  function fail(next: LoginFailure): LoginFailure {
    if (next.retryAfter !== undefined) wait.start(next.retryAfter);
    onFailure(next);
    return next;
  }

  async function submit(
    values: FormValues,
    kept: RememberedAccount | null,
  ): Promise<LoginFailure | undefined> {
    const account = values.account.trim();
    const credential =
      values.password === "" && kept?.username === account ? kept.password : undefined;
    const missing = missingInput(account, values.password !== "" || credential !== undefined);
    if (missing !== null) return fail(missing);

    const refused = await run(values.agreed, (check) =>
      signIn({
        account,
        proof: credential === undefined ? { password: values.password } : { credential },
        remember: values.remember,
        check,
      }),
    );
    if (refused === undefined) return undefined;
    const next = explainFailure(refused, credential !== undefined);
    if (next.credentialRefused === true) {
      forgetAccount(account);
      setChosen(null);
    }
    const seconds =
      next.again && navigator.onLine && secondsToNextTry(next.again, tries.current, Math.random());
    if (seconds === undefined || seconds === false) return fail(next);
    wait.start(seconds, () => {
      tries.current += 1;
      void act(() => submit(values, kept));
    });
    return { ...next, text: next.again?.text ?? next.text };
  }

  /** Signs in by a passkey alone, which the device lets the person choose. */
  async function submitPasskey(agreed: boolean): Promise<LoginFailure | undefined> {
    let answered: Attempt | undefined;
    const refused = await run(agreed, async (check) => {
      answered ??= await (await import("./on-demand.ts")).askPasskey();
      return answered(check);
    });
    return refused === undefined ? undefined : fail(explainFailure(refused, false));
  }

  /** Makes an attempt with all further checks; resolves to undefined after sign-in, else to the refusal. */
  async function run(agreed: boolean, signInWith: Attempt): Promise<unknown> {
    const attempt = (check?: Check) =>
      attemptAgreeing(() => {
        const consents = agreed ? asked.current : [];
        return signInWith(consents.length > 0 ? { ...check, consents } : check);
      }, agreed);
    try {
      await attempt().catch(async (error: unknown) => {
        if (explainFailure(error, false).further !== true) throw error;
        await (await import("./on-demand.ts")).signInWithChecks(error, attempt);
      });
      return undefined;
    } catch (error) {
      return error;
    }
  }

  /** Repeats a refused attempt with the consents wanted if the box was ticked before the server asked. */
  async function attemptAgreeing(attempt: () => ReturnType<Attempt>, agreed: boolean) {
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

  async function start(work: () => Promise<LoginFailure | undefined>): Promise<void> {
    if (wait.left > 0) return;
    tries.current = 0;
    await act(work);
  }

  return {
    busy,
    failure,
    chosen,
    waitSeconds: wait.left,
    /** True when the page retries by itself after the wait. */
    goesOn: failure?.again !== undefined,
    submit: (values: FormValues, kept: RememberedAccount | null = chosen) =>
      start(() => submit(values, kept)),
    submitPasskey: (agreed: boolean) => start(() => submitPasskey(agreed)),
    choose: setChosen,
    clearFailure() {
      // what is typed now is not what was to be tried again
      if (failure?.again !== undefined) wait.stop();
      setFault(undefined);
    },
  };
}
