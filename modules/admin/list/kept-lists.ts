/** Lists as they were left, so that the way back leads to the same row. */
export interface KeptList {
  question: string;
  rows: readonly unknown[];
  next: string | null;
  scroll: number;
  at: number;
}

/** The time in ms for which a list is kept. */
const KEPT_MS = 300_000;

const lists = new Map<string, KeptList>();
let owner = "";

/** Forgets the lists of anybody but this person: a browser of a school has many. */
export function keepListsOf(person: string): void {
  if (person !== owner) forgetLists();
  owner = person;
}

export function keepList(name: string, list: Omit<KeptList, "at">): void {
  lists.set(name, { ...list, at: Date.now() });
}

/** Returns a list as it was left, if it was the same question and not long ago. */
export function takeList(name: string, question: string): KeptList | undefined {
  const kept = lists.get(name);
  lists.delete(name);
  return kept?.question === question && Date.now() - kept.at < KEPT_MS ? kept : undefined;
}

/** Forgets all lists, since something has changed. */
export function forgetLists(): void {
  lists.clear();
}
