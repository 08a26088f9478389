import { createContext, useContext } from "react";
import type { AnswerOf, readAdministration, Right } from "#contract";

export type Own = AnswerOf<typeof readAdministration>;

/** The signed-in person's rights, and the places where they hold. */
export const OwnContext = createContext<Own | null>(null);

/** Has what stands around every screen read again, since the names of schools or people may be others: the places, and the page's own bar. */
export const NamesContext = createContext<() => void>(() => {});

export function useOwn(): Own {
  const own = useContext(OwnContext);
  if (own === null) throw new Error("useOwn belongs below OwnContext");
  return own;
}

/** Returns whether the right is held somewhere. Only the server decides; this hides what would be refused. */
export function mayAnywhere(own: Own, right: Right): boolean {
  return own.rights.some((held) => held.right === right);
}
