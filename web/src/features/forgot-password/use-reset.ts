import { useState } from "react";
import { CODE_AGAIN_SECONDS, resetPassword } from "#contract";
import { send } from "../../api/client.ts";
import { askForCode } from "../../session/ask-for-code.ts";
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

/** The course of a new password: who and where → code and password → done (SE-11). */
export function useReset() {
  const [typed, setTyped] = useState(NOTHING);
  const [faults, setFaults] = useState<Faults>({});
  const [step, setStep] = useState<"who" | "password" | "done">("who");
  const [busy, setBusy] = useState(false);
  const [wait, setWait] = useState(0);

  /** Seconds until another may be had; 0 when it was not sent. */
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
    if (busy) return;
    setBusy(true);
    const seconds = await ask();
    setBusy(false);
    setWait(seconds);
    // one that was sent a moment ago is still good
    if (seconds > 0) setStep("password");
  }

  async function finish() {
    if (busy) return;
    const wrong = passwordFaults(typed);
    setFaults(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    const { account, receiver, code, fresh } = typed;
    const input = { account: account.trim(), receiver, code: code.trim(), new_password: fresh };
    try {
      await send(resetPassword, input, { quietGeneral: true, quietError: true });
      setTyped(NOTHING);
      setStep("done");
    } catch (error) {
      setFaults(faultsOfRefusal(error));
    } finally {
      setBusy(false);
    }
  }

  return {
    typed,
    faults,
    step,
    busy,
    wait,
    type: (field: Field, value: string) => setTyped((before) => ({ ...before, [field]: value })),
    ask,
    begin,
    finish,
    back: () => setStep("who"),
  };
}
