import { useState } from "react";
import { CODE_AGAIN_SECONDS, resetPassword } from "#contract";
import { send } from "../../api/client.ts";
import { askForCode } from "../../session/ask-for-code.ts";
import { useAct } from "../../ui/use-act.ts";
import {
  faultsOfRefusal,
  passwordFaults,
  receiverFaults,
  waitOf,
  type Faults,
  type Field,
  type Typed,
} from "./reset-rules.ts";

const NOTHING: Typed = { account: "", receiver: "", code: "", fresh: "", again: "" };

/** Holds the state of a reset: account and receiver → code and password → done (SE-11). */
export function useReset() {
  const [typed, setTyped] = useState(NOTHING);
  const { busy, fault: faults = {}, setFault: setFaults, act } = useAct<Faults>(faultsOfRefusal);
  const [step, setStep] = useState<"who" | "password" | "done">("who");
  const [wait, setWait] = useState(0);

  /** Asks for a code; returns the seconds until another may be asked for, 0 when none was sent. */
  async function ask(): Promise<number> {
    const wrong = receiverFaults(typed);
    setFaults(wrong);
    if (Object.keys(wrong).length > 0) return 0;
    try {
      await askForCode(typed.receiver, "reset");
      return CODE_AGAIN_SECONDS;
    } catch (error) {
      const [text] = Object.values(faultsOfRefusal(error));
      const seconds = waitOf(error);
      setFaults({ [step === "who" && seconds === 0 ? "receiver" : "code"]: text });
      return seconds;
    }
  }

  async function begin() {
    const seconds = await ask();
    setWait(seconds);
    // one that was sent a moment ago is still good
    if (seconds > 0) setStep("password");
  }

  async function finish(): Promise<Faults | undefined> {
    const wrong = passwordFaults(typed);
    if (Object.keys(wrong).length > 0) return wrong;
    const { account, receiver, code, fresh } = typed;
    const input = { account: account.trim(), receiver, code: code.trim(), new_password: fresh };
    await send(resetPassword, input, { quietGeneral: true, quietError: true });
    setTyped(NOTHING);
    setStep("done");
    return undefined;
  }

  return {
    typed,
    faults,
    step,
    busy,
    wait,
    type: (field: Field, value: string) => setTyped((before) => ({ ...before, [field]: value })),
    ask,
    begin: () => act(begin),
    finish: () => act(finish),
    back: () => setStep("who"),
  };
}
