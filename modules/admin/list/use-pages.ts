import { keepList, takeList } from "./kept-lists.ts";
import { pathText } from "../shell/address.ts";
import { startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Events by which a person moves the page. */
const OWN_MOVES = ["wheel", "keydown", "pointerdown", "touchstart"] as const;

export interface Pages<Row> {
  /** The rows loaded so far; those of the former query stay until the first new ones have come. */
  rows: readonly Row[];
  /** True while the first rows of another query are loading. */
  stale: boolean;
  /** True until the first answer has come. */
  first: boolean;
  /** True when all rows are loaded. */
  done: boolean;
  error: unknown;
  more: () => void;
  /** Reads what did not come once more, for somebody who pressed: where it is being read and fails, it is read again. */
  retry: () => void;
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

/**
 * Reads a list by keyset, a page at a time; `question` says when it is another list. One with a name is found again as it
 * was left, and is then read again.
 */
export function usePages<Row>(read: Read<Row>, question: string, name?: string): Pages<Row> {
  const [kept] = useState(() => (name === undefined ? undefined : takeList(name, question)));
  const [state, setState] = useState<State<Row>>({
    question,
    rows: (kept?.rows ?? []) as readonly Row[],
    next: kept?.next ?? null,
    first: kept === undefined,
    error: undefined,
  });
  const [attempt, setAttempt] = useState(0);
  const reading = useRef(false);
  const again = useRef(false);
  const reader = useRef(read);
  const wanted = useRef(question);
  useLayoutEffect(() => {
    reader.current = read;
    wanted.current = question;
  });

  const restored = useRef(kept !== undefined);
  useEffect(() => {
    // what was left is shown at once, and read again meanwhile
    const before = restored.current ? kept : undefined;
    restored.current = false;
    let over = false;
    reading.current = true;
    reader.current(undefined).then(
      ({ rows, next }) => {
        if (over) return;
        reading.current = false;
        // of a list of several pages that were read this is only the first
        if (before !== undefined && next !== null && before.rows.length > rows.length) return;
        startTransition(() => {
          setState({ question, rows, next, first: false, error: undefined });
        });
      },
      (error: unknown) => {
        if (over) return;
        reading.current = false;
        if (before !== undefined) return;
        setState({ question, rows: [], next: null, first: false, error });
      },
    );
    return () => {
      over = true;
      reading.current = false;
    };
  }, [question, attempt, kept]);

  const left = useRef(state);
  useLayoutEffect(() => {
    left.current = state;
  });
  // always the same, so that a list is not drawn anew for it
  const more = useCallback(function readNext() {
    const { next, question: asked } = left.current;
    if (next === null || reading.current || asked !== wanted.current) return;
    reading.current = true;
    again.current = false;
    reader.current(next).then(
      (page) => {
        if (wanted.current !== asked) return;
        reading.current = false;
        // whoever scrolls or types meanwhile is served first
        startTransition(() => {
          setState((now) =>
            now.next === next
              ? {
                  ...now,
                  rows: [...now.rows, ...page.rows],
                  next: page.next,
                  error: undefined,
                }
              : now,
          );
        });
      },
      (error: unknown) => {
        if (wanted.current !== asked) return;
        reading.current = false;
        if (again.current) readNext();
        else setState((now) => ({ ...now, error }));
      },
    );
  }, []);

  // at once: the page is shorter without the list, and scrolls by itself
  useLayoutEffect(() => {
    if (name === undefined) return undefined;
    let scroll = window.scrollY;
    let isMoved = false;
    const path = pathText();
    const move = () => void (isMoved = true);
    const follow = () => {
      // the page around takes the next address to its top, on an old PC long before the list is gone
      if (pathText() !== path) return;
      // the page around the module takes a new address to its top, before or after this, on an old PC long after
      const isTaken = kept !== undefined && window.scrollY === 0 && !isMoved;
      if (isTaken) window.scrollTo(0, kept.scroll);
      scroll = window.scrollY;
    };
    // after the heading, which has taken the focus and the page to its top
    const frame = requestAnimationFrame(() => {
      if (kept !== undefined) window.scrollTo(0, kept.scroll);
      window.addEventListener("scroll", follow, { passive: true });
    });
    for (const type of OWN_MOVES) window.addEventListener(type, move, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", follow);
      for (const type of OWN_MOVES) window.removeEventListener(type, move);
      const { first, error, question: asked, rows, next: more } = left.current;
      if (!first && error === undefined)
        keepList(name, { question: asked, rows, next: more, scroll });
    };
  }, [name, kept]);

  const reload = useCallback(() => setAttempt((now) => now + 1), []);
  const retry = useCallback(() => {
    if (left.current.rows.length === 0) reload();
    else if (reading.current) again.current = true;
    else more();
  }, [more, reload]);
  const { rows, first, error } = state;
  const stale = state.question !== question;
  return { rows, first, error, stale, done: state.next === null, more, retry, reload };
}
