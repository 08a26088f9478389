import type { AnswerOf, Identity, readPendingConsents } from "#contract";

export type Pending = AnswerOf<typeof readPendingConsents>;
export type WaitingChild = Pending["children"][number];

/** Asked only on home, where nobody is in the middle of something, and once for a sign-in. */
export function mayAsk(at: {
  path: string;
  token: string | null;
  identities: readonly { type: Identity }[];
  askedFor: string | null;
}): boolean {
  return (
    at.token !== null &&
    at.token !== at.askedFor &&
    at.path.startsWith("/home") &&
    at.identities.some(({ type }) => type === "parent")
  );
}

/** The children who are left once one has been decided. */
export function without(children: readonly WaitingChild[], id: string): WaitingChild[] {
  return children.filter((child) => child.id !== id);
}
