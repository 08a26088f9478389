import { useRef, useState } from "react";

/**
 * Runs what a person asked for, one at a time: whether it is under way, and what went wrong with it. That is what the
 * work resolves with, if anything, or what `explain` makes of its error; nothing, where `explain` has shown it itself.
 */
export function useAct<Fault = string>(
  explain: (error: unknown) => Fault | undefined | void,
  {
    once = false,
    fault: first,
  }: {
    /** True when success leads to another page: nothing more can be done in this form. */
    once?: boolean;
    /** The fault to show first, from an earlier attempt. */
    fault?: Fault | undefined;
  } = {},
): {
  busy: boolean;
  fault: Fault | undefined;
  setFault: (fault: Fault | undefined) => void;
  /** Runs the work unless one is under way; resolves to true when it was done without a fault. */
  act: (work: () => Promise<Fault | null | undefined | void>) => Promise<boolean>;
} {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | undefined>(first);
  // a second click may come before the page is drawn anew
  const running = useRef(false);

  async function act(work: () => Promise<Fault | null | undefined | void>): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setFault(undefined);
    const done = await work().then(
      (found) => {
        if (found != null) setFault(() => found);
        return found == null;
      },
      (error: unknown) => {
        const found = explain(error);
        if (found != null) setFault(() => found);
        return false;
      },
    );
    running.current = done && once;
    setBusy(running.current);
    return done;
  }
  return { busy, fault, setFault, act };
}
