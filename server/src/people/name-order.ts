import type { Queryable } from "../database/database.ts";

/** Returns people in the order of lists of people: by the pinyin of their names, then by these. */
export async function inNameOrder<P extends { user_id: string; name: string }>(
  db: Queryable,
  people: readonly P[],
): Promise<P[]> {
  if (people.length === 0) return [];
  const rows = await db
    .selectFrom("person_search")
    .select(["user_id", "syllables"])
    .where(
      "user_id",
      "in",
      people.map(({ user_id }) => user_id),
    )
    .execute();
  const read = new Map(rows.map(({ user_id, syllables }) => [user_id, syllables]));
  const keys = ({ user_id, name }: P) => [read.get(user_id) ?? "", name, user_id] as const;
  return people.toSorted((one, other) => {
    const [own, others] = [keys(one), keys(other)];
    const at = own.findIndex((key, index) => key !== others[index]);
    return at < 0 ? 0 : (own[at] ?? "") < (others[at] ?? "") ? -1 : 1;
  });
}
