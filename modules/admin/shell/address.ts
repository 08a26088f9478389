import { useMemo, useState, useSyncExternalStore } from "react";

/** The filters of a list, after the `?` of the address, so that links, the back button and a reload keep them. */
export type Query = Readonly<Record<string, string>>;

/** The name of the current school in the address; every screen keeps it. */
export const PLACE_PARAMETER = "at";

/** Returns the address of a place in this module. Empty values are left out. */
export function hrefOf(
  path: readonly string[],
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const words = textOf({ [PLACE_PARAMETER]: readQuery()[PLACE_PARAMETER], ...query });
  return `#/${["module", "admin", ...path.map(encodeURIComponent)].join("/")}${words}`;
}

/** Goes to a place in this module. */
export function goTo(...where: Parameters<typeof hrefOf>): void {
  window.location.hash = hrefOf(...where);
}

type Change = (change: Readonly<Record<string, string>>) => void;

/**
 * Returns what stands behind the `?` of this screen's address, and a way to change some of it without a step in the
 * history. A screen that is being left asks for nothing of the next one.
 */
export function useQuery(): [Query, Change] {
  const [read] = useState(readerOfThisPath);
  return useParsed(read);
}

/** Returns the same for what stays while screens change. */
export function useQueryOfAny(): [Query, Change] {
  return useParsed(queryHere);
}

/** Returns whether the address is in this module: it leads away for a moment when the session has ended. */
export const isHere = () => pathText().startsWith("#/module/admin");

let lastHere = "";
function queryHere(): string {
  if (isHere()) lastHere = queryText();
  return lastHere;
}

function useParsed(read: () => string): [Query, Change] {
  const text = useSyncExternalStore(subscribe, read);
  const query = useMemo(() => parse(text), [text]);
  return [query, change];
}

function readerOfThisPath(): () => string {
  const own = pathText();
  let last = queryText();
  return () => {
    if (pathText() === own) last = queryText();
    return last;
  };
}

/**
 * Replaces the bare address of this module by one of its places, without a step in the history. Does nothing where the
 * address has gone on meanwhile: what is drawn follows it later.
 */
export function replaceBareBy(path: readonly string[]): void {
  if (!/^#\/module\/admin\/?$/.test(pathText())) return;
  window.history.replaceState(window.history.state, "", hrefOf(path, readQuery()));
  // replaceState tells nobody
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}

const listeners = new Set<() => void>();

function subscribe(listen: () => void): () => void {
  listeners.add(listen);
  window.addEventListener("hashchange", listen);
  return () => {
    listeners.delete(listen);
    window.removeEventListener("hashchange", listen);
  };
}

function change(changed: Readonly<Record<string, string>>): void {
  const to = pathText() + textOf({ ...readQuery(), ...changed });
  if (to === window.location.hash) return;
  window.history.replaceState(window.history.state, "", to);
  for (const listen of listeners) listen();
}

/** Returns the place that the address names, without what stands behind its `?`. */
export function pathText(): string {
  return window.location.hash.split("?", 1)[0] ?? "";
}

function queryText(): string {
  const { hash } = window.location;
  const at = hash.indexOf("?");
  return at < 0 ? "" : hash.slice(at + 1);
}

/** Returns whether the address asks for a screen as it is. */
export function hasNoFilters(): boolean {
  return queryText() === "";
}

function readQuery(): Query {
  return parse(queryText());
}

function parse(text: string): Query {
  return Object.fromEntries(new URLSearchParams(text));
}

function textOf(words: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(words).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "",
  );
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}
