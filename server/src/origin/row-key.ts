import { sql, type RawBuilder } from "kysely";

/** Tables of whose rows it is said who wrote them (AD-02). */
export type OriginTable =
  | "user"
  | "membership"
  | "class"
  | "class_student"
  | "class_teacher"
  | "guardian";
export const ORIGIN_TABLES: readonly OriginTable[] = [
  ...(["user", "membership", "class", "class_student", "class_teacher", "guardian"] as const),
];

/** Returns a row's key as one text: its values in the order of their names. */
export function rowKey(key: Readonly<Record<string, string>>): string {
  return Object.keys(key)
    .toSorted()
    .map((name) => key[name])
    .join(" ");
}

/** Returns the SQL of {@link rowKey} of a key as JSON. */
export function rowKeySql(key: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(select string_agg(k.value, ' ' order by k.key collate "C") from jsonb_each_text(${key}) k)`;
}
