import { useLayoutEffect, useRef, useState } from "react";
import type { OwnProof } from "#contract";
import { Button } from "../../web/src/ui/button.tsx";
import { FactorForm, type Part } from "../../web/src/ui/factor-form.tsx";
import { PasswordAsk } from "./password-ask.tsx";
import css from "./proof-ask.module.css";
import { proofWantedIn, type ProofWanted } from "./proof-wanted.ts";
import { useModule } from "./react-module.tsx";
import { Refused } from "./use-act.ts";

interface AskParts {
  title: string;
  button: string;
  wanted: ProofWanted;
  /** Sends what was refused again, with the proof; rejects when that is refused too. */
  ask: (proof: OwnProof) => Promise<void>;
  onCancel: () => void;
}

/** Asks once more who is there, before something that whoever sits at an open page must not do: the password, or the second factor of who has one. */
export function ProofAsk(parts: AskParts) {
  const { title, button, wanted, ask, onCancel } = parts;
  const { explain } = useModule();
  const place = useRef<HTMLDivElement>(null);
  const underWay = useRef(false);
  const [byFactor, setByFactor] = useState(false);
  useLayoutEffect(
    () => place.current?.querySelector<HTMLElement>("input, button")?.focus(),
    [byFactor],
  );

  const textOf = (error: unknown) => (error instanceof Refused ? error.message : explain(error));

  /** One at a time: who changes to the other way while an answer is under way must not have it done twice. */
  async function askOnce(proof: OwnProof): Promise<void> {
    if (underWay.current) throw new Refused("正在处理，请稍等");
    underWay.current = true;
    try {
      await ask(proof);
    } finally {
      underWay.current = false;
    }
  }

  /** Null when it is done; else what went wrong. */
  async function submit(check: Part): Promise<string | null> {
    try {
      await askOnce({ check });
      return null;
    } catch (error) {
      return textOf(error);
    }
  }

  async function renewPasskey(): Promise<object | string | null> {
    try {
      await askOnce({});
      // proved in another tab meanwhile: it is done, and must not be done again
      return null;
    } catch (error) {
      return proofWantedIn(error)?.passkey ?? textOf(error);
    }
  }

  const other =
    wanted.ways.length === 0 ? null : (
      <Button look="quiet" onClick={() => setByFactor(!byFactor)}>
        {byFactor ? "改用登录密码" : "改用两步验证"}
      </Button>
    );
  return (
    <div ref={place} className={css["ask"]} role="group" aria-label={title}>
      {byFactor ? (
        <>
          <FactorForm
            ways={wanted.ways}
            passkey={wanted.passkey}
            renewPasskey={renewPasskey}
            button={button}
            submit={submit}
          />
          <p className={css["others"]}>
            {other}
            <Button look="quiet" onClick={onCancel}>
              取消
            </Button>
          </p>
        </>
      ) : (
        <PasswordAsk
          label="你自己的登录密码"
          hint="离上次输入密码有一会儿了，请再输一次"
          button={button}
          other={other}
          onPassword={(password) => askOnce({ password })}
          onCancel={onCancel}
        />
      )}
    </div>
  );
}
