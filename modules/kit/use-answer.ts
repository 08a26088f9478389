import { useCallback, useEffect, useState } from "react";
import type { AnswerOf, Call, InputOf } from "#contract";
import { useModule } from "./react-module.tsx";

interface Answer<T> {
  data: T | undefined;
  error: unknown;
  /** Grows with each answer that has come, also with one that says the same. */
  nth: number;
  reload: () => void;
}

interface Known<T> {
  question: string;
  data?: T;
  error?: unknown;
  nth: number;
}

const UNKNOWN = { data: undefined, error: undefined };

/**
 * Reads an answer when it is first shown and again on `reload`; the last answer stays meanwhile, but never for another input
 * than it was given to. Reads nothing while the input is null.
 */
export function useAnswer<C extends Call>(call: C, input: InputOf<C> | null): Answer<AnswerOf<C>> {
  const { send, signal } = useModule();
  const [known, setKnown] = useState<Known<AnswerOf<C>>>({ question: "", nth: 0 });
  const [turn, setTurn] = useState(0);
  const question = JSON.stringify(input);

  useEffect(() => {
    if (question === "null") return undefined;
    let over = false;
    send(call, JSON.parse(question) as InputOf<C>).then(
      (answer) => {
        if (!over) setKnown(({ nth }) => ({ question, data: answer, nth: nth + 1 }));
      },
      (error: unknown) => {
        if (over || signal.aborted) return;
        setKnown(({ nth, ...last }) => ({
          ...(last.question === question && last),
          ...{ question, error, nth },
        }));
      },
    );
    return () => {
      over = true;
    };
  }, [call, question, send, signal, turn]);

  const reload = useCallback(() => setTurn((now) => now + 1), []);
  const { data, error } = known.question === question ? known : UNKNOWN;
  return { data, error, nth: known.nth, reload };
}

/** Reads an answer again so many ms after it came or failed, as long as it `changes`; a slow one is waited for. */
export function useReadAgain(
  { nth, error, reload }: Pick<Answer<unknown>, "nth" | "error" | "reload">,
  changes: boolean,
  ms: number,
): void {
  useEffect(() => {
    if (!changes) return undefined;
    const clock = setTimeout(reload, ms);
    return () => clearTimeout(clock);
  }, [nth, error, reload, changes, ms]);
}
