/** No call of ours nests deeper; what does could exhaust the stack of whoever walks it. */
export const DEEPEST = 16;

/** Level by level, so that depth costs no stack. */
export function isDeeperThan(body: unknown, deepest: number): boolean {
  let level = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    level = level.flatMap(children).filter((value) => typeof value === "object" && value !== null);
  }
  return false;
}

/** Every name of a field, at whatever depth; of what is not bottomless. */
export function fieldNames(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(fieldNames);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => [name, ...fieldNames(field)]);
}

function children(value: unknown): unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}
