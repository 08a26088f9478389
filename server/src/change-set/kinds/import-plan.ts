import type { Ended, FileClass, MatchedLine, MatchedRoster } from "../../roster-import/api.ts";

/** Sources of the rows of an import. */

/** Somebody whom the file brings. */
export interface NewPerson {
  name: string;
  mobile: string | null;
  account: string;
}

export interface ImportPlan {
  roster: MatchedRoster;
  school: { id: string; name: string };
  /** New people: by the number of their line, or by the guardian's key. */
  made: ReadonlyMap<string, NewPerson>;
  ended: readonly Ended[];
  /** People who may do what the actor may not: their data and identities are not touched. */
  above: ReadonlySet<string>;
  /** Returns the id of something new; the same for the same draft. */
  idOf: (what: string) => string;
  now: Date;
}

/** Receives each thing that stays as it is although the file says otherwise, in words. */
export type OnLeft = (line: string) => void;

/** Returns the id of a line's person. */
export function personOf({ idOf }: ImportPlan, { seq, user_id }: MatchedLine): string {
  return user_id ?? idOf(`person ${seq}`);
}

/** Returns the id and the name of a class of the file. */
export function classOf({ idOf }: ImportPlan, one: FileClass): { id: string; name: string } {
  if (one.known !== null) return one.known;
  return { id: one.renames?.id ?? idOf(`class ${one.key}`), name: one.name };
}
