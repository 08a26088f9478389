/** A place in an answer: `["schools", 0, "identity"]`. */
export type Place = (string | number)[];

/** Returns every field of an answer; for a list, those of its first entry. */
export function fieldsOf(answer: unknown): Place[] {
  if (typeof answer !== "object" || answer === null) return [];
  if (Array.isArray(answer)) return fieldsOf(answer[0]).map((place) => [0, ...place]);
  return Object.entries(answer).flatMap(([name, value]) => [
    [name],
    ...fieldsOf(value).map((place) => [name, ...place]),
  ]);
}

/** Returns the answer without the field; for a list, every entry is without it. */
export function without(answer: unknown, [first, ...rest]: Place): unknown {
  if (typeof answer !== "object" || answer === null || first === undefined) return answer;
  if (Array.isArray(answer)) return answer.map((entry) => without(entry, rest));
  const { [first]: left, ...others } = answer as Record<string, unknown>;
  return rest.length === 0 ? others : { ...others, [first]: without(left, rest) };
}
