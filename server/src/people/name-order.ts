import type { Queryable } from "../database/database.ts";
import { readingOf } from "./readings.ts";

type Named = { name: string } & ({ user_id: string } | { id: string });

/** Returns people in the order of lists of people: by the pinyin of their names, then by these. */
export async function inNameOrder<P extends Named>(
  db: Queryable,
  people: readonly P[],
): Promise<P[]> {
  if (people.length === 0) return [];
  const rows = await db
    .selectFrom("person_search")
    .select(["user_id", "name", "syllables"])
    .where("user_id", "in", people.map(idOf))
    .execute();
  const read = new Map(rows.map((row) => [row.user_id, row]));
  const keyed = await Promise.all(
    people.map(async (person) => {
      const [id, known] = [idOf(person), read.get(idOf(person))];
      // a name that was written just now has not been read yet
      const { syllables } = known?.name === person.name ? known : await readingOf(person.name);
      return { person, keys: [syllables, person.name, id] as const };
    }),
  );
  keyed.sort(({ keys: own }, { keys: others }) => {
    const at = own.findIndex((key, index) => key !== others[index]);
    return at < 0 ? 0 : (own[at] ?? "") < (others[at] ?? "") ? -1 : 1;
  });
  return keyed.map(({ person }) => person);
}

function idOf(person: Named): string {
  return "user_id" in person ? person.user_id : person.id;
}
