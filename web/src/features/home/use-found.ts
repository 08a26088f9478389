import { useEffect, useState } from "react";
import { type ListedPerson, MAX_KEYWORD_LENGTH, searchContent, type SearchItem } from "#contract";
import { send } from "../../api/client.ts";
import { findPeople } from "../../session/found-people.ts";

const SUGGESTIONS = 3;
const PEOPLE = 4;
/** The pause in typing, in ms, after which the server is asked. */
const REST_MS = 300;
const QUIET = { quietGeneral: true, quietError: true } as const;

interface Found {
  people: readonly ListedPerson[];
  resources: readonly SearchItem[];
  /** Whether the server could not say all of it. */
  isUnknown: boolean;
}
const NOTHING: Found = { people: [], resources: [], isUnknown: false };

/**
 * Finds a few resources for a word, and people for who may, after a pause in typing; never those of another word (SF-01,
 * SF-02). Both come at once, so that nothing moves under the pointer; they are not asked for while `findsPeople` is not known.
 */
export function useFound(
  word: string,
  findsPeople: boolean | undefined,
): Found & { isAsking: boolean } {
  const [found, setFound] = useState({ word: "", ...NOTHING });
  useEffect(() => {
    if (findsPeople === undefined) return undefined;
    const stop = new AbortController();
    const clock = setTimeout(() => {
      const { signal } = stop;
      void Promise.all([
        suggestResources(word, signal),
        findsPeople
          ? findPeople(word, PEOPLE, signal).then(
              (answer) => answer.people,
              () => undefined,
            )
          : [],
      ]).then(([resources, people]) => {
        if (signal.aborted) return;
        const isUnknown = resources === undefined || people === undefined;
        setFound({ word, resources: resources ?? [], people: people ?? [], isUnknown });
      });
    }, REST_MS);
    return () => {
      clearTimeout(clock);
      stop.abort();
    };
  }, [word, findsPeople]);
  const isAsking = found.word !== word;
  return { ...(isAsking ? NOTHING : found), isAsking };
}

async function suggestResources(
  word: string,
  signal: AbortSignal,
): Promise<Found["resources"] | undefined> {
  const input = { keyword: word.slice(0, MAX_KEYWORD_LENGTH), page_size: SUGGESTIONS };
  return send(searchContent, input, { ...QUIET, signal }).then(
    ({ items }) => items,
    () => undefined,
  );
}
