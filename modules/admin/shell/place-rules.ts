import type { Organisation } from "#contract";

/** Returns districts, each before its schools; names in the order of the dictionary. */
export function organisationsInOrder(all: readonly Organisation[]): Organisation[] {
  const ordered = [...all].sort((one, other) => one.name.localeCompare(other.name, "zh-CN"));
  const ids = new Set(all.map(({ id }) => id));
  const result: Organisation[] = [];
  const visit = (parent: string | null) => {
    for (const one of ordered) {
      const above = one.parent_id !== null && ids.has(one.parent_id) ? one.parent_id : null;
      if (above !== parent || result.includes(one)) continue;
      result.push(one);
      visit(one.id);
    }
  };
  visit(null);
  return result;
}
