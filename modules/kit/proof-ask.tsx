import { useLayoutEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import type { OwnProof } from "#contract";
import { Button } from "../../web/src/ui/button.tsx";
import { FactorForm } from "../../web/src/ui/factor-form.tsx";
import { TextField } from "../../web/src/ui/text-field.tsx";
import css from "./proof-ask.module.css";
import { proofWantedIn, type ProofWanted } from "./proof-wanted.ts";
import { useModule } from "./react-module.tsx";

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
  const [byFactor, setByFactor] = useState(false);
  useLayoutEffect(
    () => place.current?.querySelector<HTMLElement>("input, button")?.focus(),
    [byFactor],
  );

  /** Null when it is done; else what went wrong. */
  async function submit(proof: OwnProof): Promise<string | null> {
    try {
      await ask(proof);
      return null;
    } catch (error) {
      return explain(error);
    }
  }

  async function renewPasskey(): Promise<object | string | null> {
    try {
      await ask({});
      // proved in another tab meanwhile: it is done, and must not be done again
      return null;
    } catch (error) {
      return proofWantedIn(error)?.passkey ?? explain(error);
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
            submit={(part) => submit({ check: part })}
          />
          <p className={css["others"]}>
            {other}
            <Button look="quiet" onClick={onCancel}>
              取消
            </Button>
          </p>
        </>
      ) : (
        <ByPassword button={button} other={other} submit={submit} onCancel={onCancel} />
      )}
    </div>
  );
}

function ByPassword({
  button,
  other,
  submit,
  onCancel,
}: {
  button: string;
  other: ReactNode;
  submit: (proof: OwnProof) => Promise<string | null>;
  onCancel: () => void;
}) {
  const { signal } = useModule();
  const [password, setPassword] = useState("");
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (password === "") {
      setFault("请输入你自己的登录密码");
      return;
    }
    setBusy(true);
    const wrong = await submit({ password });
    if (signal.aborted) return;
    setFault(wrong ?? undefined);
    setBusy(false);
  }

  return (
    <form noValidate onSubmit={(event) => void onSubmit(event)}>
      <TextField
        label="你自己的登录密码"
        type="password"
        hint="离上次输入密码有一会儿了，请再输一次"
        value={password}
        error={fault}
        autoComplete="current-password"
        onChange={({ target }) => setPassword(target.value)}
      />
      <div className={css["actions"]}>
        <Button look="primary" type="submit" busy={busy}>
          {button}
        </Button>
        <Button onClick={onCancel}>取消</Button>
        {other}
      </div>
    </form>
  );
}
