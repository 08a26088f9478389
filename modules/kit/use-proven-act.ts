import { useState } from "react";
import type { OwnProof } from "#contract";
import { proofWantedIn, type ProofWanted } from "./proof-wanted.ts";
import { useAct } from "./use-act.ts";

/** An act for which the server may want to be sure who is there: `start` does it, or `wanted` is what ProofAsk asks for first. */
export function useProvenAct(work: (proof: OwnProof) => Promise<void>): {
  busy: boolean;
  fault: string | undefined;
  setFault: (fault: string | undefined) => void;
  wanted: ProofWanted | undefined;
  start: () => void;
  /** Nothing is asked for any more. */
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
