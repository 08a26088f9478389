import { useEffect, useState } from "react";
import {
  type App,
  type ListedPerson,
  MAX_KEYWORD_LENGTH,
  type Right,
  searchContent,
  type SearchItem,
} from "#contract";
import { send } from "../../api/client.ts";
import { findPeople, knownRights, readRights } from "../../session/found-people.ts";
import { ofChild } from "../../session/user-queries.ts";

const SUGGESTIONS = 3;
const PEOPLE = 4;
/** The pause in typing, in ms, after which the server is asked. */
const REST_MS = 300;
/** The path of the administration's tile. */
const ADMINISTRATION = "/module/admin";
export const NO_RIGHTS: readonly Right[] = [];
const QUIET = { quietGeneral: true, quietError: true } as const;

interface Found {
  people: readonly ListedPerson[];
  resources: readonly SearchItem[];
  /** True when the server could not say all of it. */
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
  const input = {
    keyword: word.slice(0, MAX_KEYWORD_LENGTH),
    page_size: SUGGESTIONS,
    ...ofChild(),
  };
  return send(searchContent, input, { ...QUIET, signal }).then(
    ({ items }) => items,
    () => undefined,
  );
}

/** Returns the rights that let tasks and people of administration be found; none without its tile (AD-23), undefined until they are known. */
export function useRights(apps: readonly App[]): readonly Right[] | undefined {
  const [rights, setRights] = useState(knownRights);
  const administers = apps.some(({ url }) => url.endsWith(ADMINISTRATION));
  useEffect(() => {
    let over = false;
    if (administers) void readRights().then((found) => over || setRights(found));
    return () => {
      over = true;
    };
  }, [administers]);
  return administers ? rights : NO_RIGHTS;
}

/**
 * Returns the word itself; where it is known to have traditional characters, with the simplified ones in their place. Undefined
 * while that is being found out.
 */
export function useSimplified(word: string, isWanted: boolean): string | undefined {
  const [form, setForm] = useState({ word: "", text: "" });
  const asks = isWanted && /\p{Script=Han}/u.test(word);
  useEffect(() => {
    let over = false;
    if (asks) {
      import("#contract/simplified").then(
        ({ simplified }) => over || setForm({ word, text: simplified(word) }),
        // without the characters' table the word stays as it was typed
        () => over || setForm({ word, text: word }),
      );
    }
    return () => {
      over = true;
    };
  }, [word, asks]);
  if (!asks) return word;
  return form.word === word ? form.text : undefined;
}
