/** Parts of roster imports that change sets plan from. */
export { findDraft } from "./drafts.ts";
export { type Ended, peopleWhoEnd } from "./ends.ts";
export type { FileClass } from "./match-classes.ts";
export type { KnownPerson, Lesson } from "./known.ts";
export { numberToKeep, plainName } from "./match.ts";
export { isReady, matchDraft, type MatchedLine, type MatchedRoster } from "./matched.ts";
export { readClassName } from "./class-names.ts";
