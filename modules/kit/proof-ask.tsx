import { useLayoutEffect, useRef, useState, type ReactNode } from "react";
import type { OwnProof } from "#contract";
import { Button } from "../../web/src/ui/button.tsx";
import { classNames } from "../../web/src/ui/class-names.ts";
import { proofWantedIn, useProof, type ProofWanted } from "../../web/src/ui/use-proof.tsx";
import css from "./proof-ask.module.css";
import { useModule } from "./react-module.tsx";
import { Refused, useAct } from "./use-act.ts";

interface AskParts {
  title: string;
  button: string;
  /** The proof that the server demands; missing: the password alone. */
  wanted?: ProofWanted;
  /** Does the act with the proof; rejects when that is refused. */
  ask: (proof: OwnProof) => Promise<void>;
  onCancel: () => void;
  children?: ReactNode;
}

/** Asks for a fresh proof before an act that must not be open to anyone at an unattended page. */
export function ProofAsk({ title, button, wanted, ask, onCancel, children }: AskParts) {
  const { explain } = useModule();
  const place = useRef<HTMLDivElement>(null);
  // not a moment later: a focus that came after the person's own would put the password into another field
  useLayoutEffect(() => place.current?.querySelector("input")?.focus(), []);
  const again = wanted !== undefined && {
    label: "自己的登录密码",
    hint: "离上次输入密码有一会儿了，请再输一次",
  };
  const words = (error: unknown) => (error instanceof Refused ? error.message : explain(error));
  const proof = useProof({ ...again, wanted, button, prove: ask, explain: words });
  const { form, field, submit, other } = proof;
  const parts = (
    <>
      {children}
      {field}
      <div className={classNames(css["actions"], submit === null && css["below"])}>
        {submit}
        {other}
        <Button look={submit === null ? "quiet" : "plain"} onClick={onCancel}>
          取消
        </Button>
      </div>
    </>
  );
  if (wanted === undefined) {
    return (
      <div ref={place}>
        <form {...form} className={css["framed"]} aria-label={title}>
          {parts}
        </form>
      </div>
    );
  }
  return (
    <div ref={place} className={css["ask"]} role="group" aria-label={title}>
      {form === undefined ? parts : <form {...form}>{parts}</form>}
    </div>
  );
}

/** Asks for the password alone. */
export function PasswordAsk({
  onPassword,
  ...parts
}: Omit<AskParts, "wanted" | "ask"> & { onPassword: (password: string) => Promise<void> }) {
  return <ProofAsk {...parts} ask={({ password = "" }) => onPassword(password)} />;
}

/**
 * Does an act for which the server may demand a fresh proof: `start` does it; `wanted` is the proof that ProofAsk must
 * ask for first.
 */
export function useProvenAct(work: (proof: OwnProof) => Promise<void>): {
  busy: boolean;
  fault: string | undefined;
  setFault: (fault: string | undefined) => void;
  wanted: ProofWanted | undefined;
  start: () => void;
  /** Gives up what was started. */
  drop: () => void;
} {
  const { act, ...shown } = useAct();
  const [wanted, setWanted] = useState<ProofWanted>();

  async function startIt() {
    try {
      await work({});
    } catch (error) {
      const proof = proofWantedIn(error);
      if (proof === undefined) throw error;
      setWanted(proof);
    }
  }
  return {
    ...shown,
    wanted,
    start: () => void act(startIt),
    drop: () => setWanted(undefined),
  };
}
