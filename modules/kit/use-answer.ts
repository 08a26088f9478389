import { useCallback, useEffect, useState } from "react";
import type { AnswerOf, Call, InputOf } from "#contract";
import { useModule } from "./react-module.tsx";

interface Answer<T> {
  data: T | undefined;
  error: unknown;
  reload: () => void;
}

/**
 * Reads a GET when it is first shown and again on `reload`; the last answer stays meanwhile. Reads nothing while the
 * input is null.
 */
export function useAnswer<C extends Call>(call: C, input: InputOf<C> | null): Answer<AnswerOf<C>> {
  const { send, signal } = useModule();
  const [data, setData] = useState<AnswerOf<C>>();
  const [error, setError] = useState<unknown>();
  const [turn, setTurn] = useState(0);
  const question = JSON.stringify(input);

  useEffect(() => {
    if (question === "null") return undefined;
    let over = false;
    send(call, JSON.parse(question) as InputOf<C>).then(
      (answer) => {
        if (over) return;
        setData(answer);
        setError(undefined);
      },
      (failure: unknown) => {
        if (!over && !signal.aborted) setError(failure);
      },
    );
    return () => {
      over = true;
    };
  }, [call, question, send, signal, turn]);

  const reload = useCallback(() => setTurn((now) => now + 1), []);
  return { data, error, reload };
}
