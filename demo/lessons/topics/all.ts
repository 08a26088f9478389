import { ARTS } from "./arts.ts";
import { HUMANITIES } from "./humanities.ts";
import { LANGUAGES } from "./languages.ts";
import { SCIENCES } from "./sciences.ts";
import { topicList, type Topics } from "./topics.ts";

/** The topics of every subject, by grade. */
export const TOPICS: Topics = { ...LANGUAGES, ...SCIENCES, ...HUMANITIES, ...ARTS };

/** Returns the topics of a subject in a grade, in their order; none where it is not taught. */
export function topicsOf(subject: string, grade: string): readonly string[] {
  const row = Object.hasOwn(TOPICS, subject) ? TOPICS[subject]?.[Number(grade)] : undefined;
  return row === undefined ? [] : topicList(row);
}
