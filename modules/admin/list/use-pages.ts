import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

export interface Pages<Row> {
  /** The rows that have come so far; those of the question before stay until the new ones are there. */
  rows: readonly Row[];
  /** The first rows of another question are on their way. */
  stale: boolean;
  /** Nothing has come yet. */
  first: boolean;
  /** All rows have come. */
  done: boolean;
  error: unknown;
  more: () => void;
  reload: () => void;
}

type Read<Row> = (
  after: string | undefined,
) => Promise<{ rows: readonly Row[]; next: string | null }>;

interface State<Row> {
  question: string;
  rows: readonly Row[];
  next: string | null;
  first: boolean;
  error: unknown;
}

/** Reads a list by keyset, a page at a time; `question` says when it is another list. */
export function usePages<Row>(read: Read<Row>, question: string): Pages<Row> {
  const [state, setState] = useState<State<Row>>({
    question,
    rows: [],
    next: null,
    first: true,
    error: undefined,
  });
  const [attempt, setAttempt] = useState(0);
  const reading = useRef(false);
  const reader = useRef(read);
  const wanted = useRef(question);
  useLayoutEffect(() => {
    reader.current = read;
    wanted.current = question;
  });

  useEffect(() => {
    let over = false;
    reading.current = true;
    reader.current(undefined).then(
      ({ rows, next }) => {
        if (over) return;
        reading.current = false;
        setState({ question, rows, next, first: false, error: undefined });
      },
      (error: unknown) => {
        if (over) return;
        reading.current = false;
        setState({ question, rows: [], next: null, first: false, error });
      },
    );
    return () => {
      over = true;
      reading.current = false;
    };
  }, [question, attempt]);

  const { next } = state;
  const more = useCallback(() => {
    if (next === null || reading.current) return;
    reading.current = true;
    reader.current(next).then(
      (page) => {
        if (wanted.current !== question) return;
        reading.current = false;
        setState((now) =>
          now.next === next ? { ...now, rows: [...now.rows, ...page.rows], next: page.next } : now,
        );
      },
      (error: unknown) => {
        if (wanted.current !== question) return;
        reading.current = false;
        setState((now) => ({ ...now, error }));
      },
    );
  }, [next, question]);

  const reload = useCallback(() => setAttempt((now) => now + 1), []);
  const { rows, first, error } = state;
  const stale = state.question !== question;
  return { rows, first, error, stale, done: next === null, more, reload };
}
