/** Parts of the session that third-party modules can get, as the operator's file names them. */
export const PART_NAMES = [
  "identity",
  "user.name",
  "user.school",
  "user.classes",
  "user.subjects",
  "app",
  "tagRelations",
] as const;
export type PartName = (typeof PART_NAMES)[number];

export function isSharedPart(word: unknown): word is PartName {
  return (PART_NAMES as readonly unknown[]).includes(word);
}
