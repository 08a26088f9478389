import { createStore } from "zustand/vanilla";
import type { User } from "#contract";
import { tabStore } from "../../platform/storage.ts";
import { session } from "../../session/session.ts";
import { chooseSchool } from "./queries.ts";

export type Child = NonNullable<User["children"]>[number];

/** Key of the chosen child, kept by the tab: the server knows a parent's school, but not which of two children there. */
const KEY = "child";

/** The child that a parent has chosen; null until one was. */
export const chosenChild = createStore<{ id: string | null }>(() => ({ id: null }));

/** Chooses the child that this tab had before it was loaded anew, unless the parent is at another school by now. */
export function restoreChild({ children = [], school }: User): void {
  const kept = tabStore.read(KEY);
  const child = children.find(({ id }) => id === kept);
  if (child && child.school?.id === school?.id) chosenChild.setState({ id: kept });
}

/** Goes to a child: to the parent's apps at the child's school, where that is another. */
export async function chooseChild({ id, school }: Child): Promise<void> {
  const { user, schools } = session.getState();
  const leads = schools.some(
    (one) => one.identity === "parent" && one.is_abled && one.id === school?.id,
  );
  if (school && leads && school.id !== user?.school?.id) {
    // the client says why it could not be done
    const done = await chooseSchool(school.id).then(
      () => true,
      () => false,
    );
    if (!done) return;
  }
  tabStore.write(KEY, id);
  chosenChild.setState({ id });
}
