import { createStore } from "zustand/vanilla";
import type { User } from "#contract";
import { tabStore } from "../platform/storage.ts";

export type Child = NonNullable<User["children"]>[number];

/** Key of the chosen child, kept by the tab: the server knows a parent's school, but not which of two children there. */
export const CHILD_KEY = "child";

/** The child that a parent has chosen; null until one was. */
export const chosenChild = createStore<{ id: string | null }>(() => ({ id: null }));

/** Chooses the child that this tab had before it was loaded anew, unless the parent is at another school by now. */
export function restoreChild({ children = [], school }: User): void {
  const kept = tabStore.read(CHILD_KEY);
  const child = children.find(({ id }) => id === kept);
  if (child && child.school?.id === school?.id) chosenChild.setState({ id: kept });
}

/** Returns the child whose things stand on home: the chosen one, else the first at the current school (HO-01). */
export function shownChild({ children = [], school }: User, chosen: string | null) {
  return (
    children.find(({ id }) => id === chosen) ??
    children.find((child) => child.school?.id === school?.id) ??
    children[0]
  );
}
