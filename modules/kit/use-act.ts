import { useState } from "react";
import { useModule } from "./react-module.tsx";

/** What went wrong, in words for the person already. */
export class Refused extends Error {}

/** One thing at a time that the person asked for, and in words what went wrong with it. */
export function useAct(): {
  busy: boolean;
  fault: string | undefined;
  refuse: (fault: string) => void;
  /** True when it was done. */
  act: (work: () => Promise<unknown>) => Promise<boolean>;
} {
  const { explain, signal } = useModule();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  return {
    busy,
    fault,
    refuse: setFault,
    async act(work) {
      if (busy) return false;
      setBusy(true);
      setFault(undefined);
      try {
        await work();
        return true;
      } catch (error) {
        if (!signal.aborted) setFault(error instanceof Refused ? error.message : explain(error));
        return false;
      } finally {
        if (!signal.aborted) setBusy(false);
      }
    },
  };
}
