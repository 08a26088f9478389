/** Returns what a list leaves out of all there is, where it has more than half of it; undefined where it has less. */
export function leftOutOf(
  all: readonly { id: string }[],
  listed: readonly string[],
): string[] | undefined {
  const out = all.flatMap(({ id }) => (listed.includes(id) ? [] : id));
  return out.length < all.length / 2 ? out : undefined;
}
