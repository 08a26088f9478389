import { createStore } from "zustand/vanilla";
import type { Identity, User } from "#contract";
import { tabStore } from "../platform/storage.ts";
import { session } from "./session.ts";

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

/** Returns the child whose things a parent sees (HO-01): the chosen one, else the first at the current school. Others see none's. */
export function shownChild(
  user: User | null,
  identity: Identity | null,
  chosen: string | null,
): Child | undefined {
  if (identity !== "parent" || user === null) return undefined;
  const { children = [], school } = user;
  return (
    children.find(({ id }) => id === chosen) ??
    children.find((child) => child.school?.id === school?.id) ??
    children[0]
  );
}

/** Returns the child that the session's person sees now. */
export function childNow(): Child | undefined {
  const { user, identity } = session.getState();
  return shownChild(user, identity, chosenChild.getState().id);
}
