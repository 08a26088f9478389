import { createContext, useContext } from "react";
import type { AnswerOf, readAdministration, Right } from "#contract";

export type OwnRights = AnswerOf<typeof readAdministration>;

/** The signed-in person's rights, and the places where they hold. */
export const OwnRightsContext = createContext<OwnRights | null>(null);

/** Has what stands around every screen read again, since the names of schools or people may be others: the places, and the page's own bar. */
export const ReloadNamesContext = createContext<() => void>(() => {});

/** Returns what the signed-in person may do, and where; throws above the provider. */
export function useOwnRights(): OwnRights {
  const own = useContext(OwnRightsContext);
  if (own === null) throw new Error("useOwnRights belongs below OwnRightsContext");
  return own;
}

/** Returns whether the right is held somewhere. Only the server decides; this hides what would be refused. */
export function mayAnywhere(own: OwnRights, right: Right): boolean {
  return own.rights.some((held) => held.right === right);
}
