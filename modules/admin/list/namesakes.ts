/** Tells rows apart that read alike. */
export interface Apart<Row> {
  /** Returns what a row shows anyway; rows for which it differs are told apart by it. */
  shownOf: (row: Row) => string;
  /** Returns further facts, in the order in which people know them; an empty one says nothing, the last one is of one row alone. */
  factsOf: (row: Row) => readonly string[];
}

/** Tells people of one name apart by their accounts. */
export const BY_ACCOUNT: Apart<{ name: string; account: string }> = {
  shownOf: ({ name }) => name,
  factsOf: ({ account }) => [account],
};

/**
 * Returns what tells rows apart that read alike in a list: the first of their facts that all of them have and that differs for
 * all. A row that reads like no other has none.
 */
export function namesakes<Row>(
  rows: readonly Row[],
  { shownOf, factsOf }: Apart<Row>,
): ReadonlyMap<Row, string> {
  const told = new Map<Row, string>();
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const shown = shownOf(row);
    const group = groups.get(shown);
    if (group === undefined) groups.set(shown, [row]);
    else group.push(row);
  }
  for (const alike of groups.values()) {
    if (alike.length < 2) continue;
    const facts = alike.map(factsOf);
    const [first = []] = facts;
    const tells = first.findIndex((_one, at) => {
      const own = facts.map((of) => of[at] ?? "");
      return !own.includes("") && new Set(own).size === own.length;
    });
    const by = tells < 0 ? first.length - 1 : tells;
    alike.forEach((row, index) => told.set(row, facts[index]?.[by] ?? ""));
  }
  return told;
}

/** Returns a name with what tells it apart, as controls are called: 王子涵（20260101）. */
export function withTold(name: string, tells: string | undefined): string {
  return tells === undefined ? name : `${name}（${tells}）`;
}
