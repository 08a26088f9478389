import { useCallback, useEffect, useState } from "react";
import { readChange, type ChangeSet } from "#contract";
import { useModule } from "../../kit/react-module.tsx";
import { isUnderWay } from "./rules.ts";

const ASK_EVERY_MS = 1000;

/** Reads a change set, and again each second while the server works on it. */
export function useChange(id: string, known?: ChangeSet) {
  const { send, signal } = useModule();
  const [change, setChange] = useState<ChangeSet | undefined>(known);
  const [error, setError] = useState<unknown>();
  const [turn, setTurn] = useState(0);
  const isKnown = change?.id === id;
  const waits = isKnown && isUnderWay(change);

  useEffect(() => {
    if (isKnown && !waits && turn === 0) return undefined;
    let over = false;
    const ask = () =>
      void send(readChange, { change_id: id }).then(
        (answer) => {
          if (over) return;
          setError(undefined);
          setChange(answer);
          setTurn((now) => now + 1);
        },
        (failure: unknown) => {
          if (over || signal.aborted) return;
          setError(failure);
          // the work goes on at the server, whether we hear of it or not
          if (waits) setTurn((now) => now + 1);
        },
      );
    if (isKnown && !waits) return undefined;
    const clock = setTimeout(ask, isKnown ? ASK_EVERY_MS : 0);
    return () => {
      over = true;
      clearTimeout(clock);
    };
  }, [id, isKnown, waits, turn, send, signal]);

  const reload = useCallback(() => {
    setChange(undefined);
    setError(undefined);
    setTurn((now) => now + 1);
  }, []);
  return { change: isKnown ? change : undefined, error, setChange, reload };
}
