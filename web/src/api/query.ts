import { useEffect, useSyncExternalStore } from "react";
import { currentEpoch } from "./answers-epoch.ts";

/** The state of one server answer. `data` stays while it is loaded again or fails. */
export interface QueryState<T> {
  data: T | undefined;
  error: unknown;
  loading: boolean;
}

interface Entry {
  state: QueryState<unknown>;
  load: (() => Promise<unknown>) | null;
  /** Grows with each load or write, so that only the newest result counts. */
  turn: number;
  stale: boolean;
  readers: Set<() => void>;
}

const UNKNOWN: QueryState<never> = { data: undefined, error: undefined, loading: true };
let entries = new Map<string, Entry>();
let epoch = currentEpoch();

/** A server answer under a key that names all it depends on, identity included: `apps:teacher`. */
export function useQuery<T>(
  key: string,
  load: () => Promise<T>,
): QueryState<T> & { reload: () => Promise<void> } {
  const read = () => entryOf(key).state;
  // while a drawn page is taken over, too: what it was drawn from is there by then
  const state = useSyncExternalStore(
    (notify) => subscribe(key, notify),
    read,
    read,
  ) as QueryState<T>;
  useEffect(() => void loadOnce(key, load));
  return { ...state, reload: () => run(entryOf(key), load) };
}

/** Loads the answer under `key` unless it is already there, or on its way. */
export async function loadOnce(key: string, load: () => Promise<unknown>): Promise<void> {
  const entry = entryOf(key);
  entry.load = load;
  if (entry.stale) await run(entry);
}

/** Returns the answer under `key` as far as it is known; asks for nothing. */
export function answerUnder(key: string): unknown {
  return entryOf(key).state.data;
}

/** Stores an answer under `key`, as after a save. */
export function setQuery(key: string, data: unknown): void {
  const entry = entryOf(key);
  entry.turn += 1;
  entry.stale = false;
  show(entry, { data, error: undefined, loading: false });
}

/** Loads every answer whose key starts with `prefix` again: now if someone reads it, else when someone does. */
export function invalidate(prefix: string): void {
  for (const [key, entry] of entries) {
    if (!key.startsWith(prefix)) continue;
    entry.stale = true;
    if (entry.readers.size > 0) void run(entry);
  }
}

/** Notifies of the answer under `key`, and of a failure, at once of the present one. Returns a function that stops it. */
export function followQuery(
  key: string,
  notify: (data: unknown) => void,
  onState?: (state: QueryState<unknown>) => void,
): () => void {
  const receive = () => {
    const { state } = entryOf(key);
    if (state.data !== undefined) notify(state.data);
    onState?.(state);
  };
  const stop = subscribe(key, receive);
  receive();
  return stop;
}

function entryOf(key: string): Entry {
  if (epoch !== currentEpoch()) {
    epoch = currentEpoch();
    // An answer still on its way belongs to who is gone.
    for (const entry of entries.values()) entry.turn += 1;
    entries = new Map();
  }
  let entry = entries.get(key);
  if (entry === undefined) {
    entry = { state: UNKNOWN, load: null, turn: 0, stale: true, readers: new Set() };
    entries.set(key, entry);
  }
  return entry;
}

function subscribe(key: string, notify: () => void): () => void {
  const { readers } = entryOf(key);
  readers.add(notify);
  return () => readers.delete(notify);
}

async function run(entry: Entry, load = entry.load): Promise<void> {
  if (load === null) return;
  entry.load = load;
  entry.turn += 1;
  entry.stale = false;
  const { turn } = entry;
  show(entry, { ...entry.state, loading: true });
  try {
    const data = await load();
    if (turn === entry.turn) show(entry, { data, error: undefined, loading: false });
  } catch (error) {
    if (turn === entry.turn) show(entry, { data: entry.state.data, error, loading: false });
  }
}

function show(entry: Entry, state: QueryState<unknown>): void {
  entry.state = state;
  for (const notify of entry.readers) notify();
}
