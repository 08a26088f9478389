import { createStore } from "zustand/vanilla";
import type { User } from "#contract";
import { tabStore } from "../../platform/storage.ts";

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
