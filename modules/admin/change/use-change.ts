import { useCallback, useEffect, useState } from "react";
import { readChange, type ChangeSet } from "#contract";
import { useModule } from "../../kit/react-module.tsx";
import { askAgainMs } from "./rules.ts";

/** Reads a change set, and again while it goes on without this page: at the server, with an approver, or at its hour. */
export function useChange(id: string, known?: ChangeSet) {
  const { send, signal } = useModule();
  const [change, setChange] = useState<ChangeSet | undefined>(known);
  const [error, setError] = useState<unknown>();
  const [turn, setTurn] = useState(0);
  const isKnown = change?.id === id;
  const every = isKnown ? askAgainMs(change) : 0;

  useEffect(() => {
    if (every === undefined) return undefined;
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
          if (every > 0) setTurn((now) => now + 1);
        },
      );
    const clock = setTimeout(ask, every);
    return () => {
      over = true;
      clearTimeout(clock);
    };
  }, [id, every, turn, send, signal]);

  const reload = useCallback(() => {
    setChange(undefined);
    setError(undefined);
    setTurn((now) => now + 1);
  }, []);
  return { change: isKnown ? change : undefined, error, setChange, reload };
}
