import { useCallback, useState, useSyncExternalStore } from "react";

/**
 * Holds the chosen rows outside of what is drawn: a row that is chosen draws itself anew, and not the list with all that
 * stands around it. They stay chosen when other pages or filters are shown.
 */
export class Choice<Row> {
  #chosen: ReadonlyMap<string, Row> = new Map();
  readonly #listeners = new Set<() => void>();
  readonly #idOf: (row: Row) => string;

  constructor(idOf: (row: Row) => string) {
    this.#idOf = idOf;
  }

  readonly subscribe = (listen: () => void): (() => void) => {
    this.#listeners.add(listen);
    return () => this.#listeners.delete(listen);
  };
  readonly has = (id: string): boolean => this.#chosen.has(id);
  readonly chosen = (): ReadonlyMap<string, Row> => this.#chosen;
  readonly toggle = (rows: readonly Row[], on: boolean): void => {
    const next = new Map(this.#chosen);
    for (const row of rows) {
      if (on) next.set(this.#idOf(row), row);
      else next.delete(this.#idOf(row));
    }
    this.#set(next);
  };
  readonly clear = (): void => {
    if (this.#chosen.size > 0) this.#set(new Map());
  };

  #set(next: ReadonlyMap<string, Row>): void {
    this.#chosen = next;
    for (const listen of this.#listeners) listen();
  }
}

export interface Selection<Row> {
  choice: Choice<Row>;
  chosen: ReadonlyMap<string, Row>;
  toggle: (rows: readonly Row[], on: boolean) => void;
  clear: () => void;
}

/** Makes a choice that belongs to a screen; it draws nothing anew. */
export function useChoice<Row>(idOf: (row: Row) => string): Choice<Row> {
  const [choice] = useState(() => new Choice(idOf));
  return choice;
}

/** Follows a choice. */
export function useChosen<Row>(choice: Choice<Row>): Selection<Row> {
  const chosen = useSyncExternalStore(choice.subscribe, choice.chosen);
  return { choice, chosen, toggle: choice.toggle, clear: choice.clear };
}

/** Makes a choice and follows it. */
export function useSelection<Row>(idOf: (row: Row) => string): Selection<Row> {
  return useChosen(useChoice(idOf));
}

/** Returns whether all of these are chosen, and false for none. */
export function useHasAll<Row>(
  choice: Choice<Row>,
  rows: readonly Row[],
  idOf: (row: Row) => string,
): boolean {
  const hasAll = useCallback(
    () => rows.length > 0 && rows.every((row) => choice.has(idOf(row))),
    [choice, rows, idOf],
  );
  return useSyncExternalStore(choice.subscribe, hasAll);
}

const subscribeToNone = () => () => {};

/** Returns whether one is chosen; false where nothing can be. */
export function useIsChosen<Row>(choice: Choice<Row> | undefined, id: string): boolean {
  return useSyncExternalStore(choice?.subscribe ?? subscribeToNone, () => choice?.has(id) === true);
}
