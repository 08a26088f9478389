const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * Returns the part of a file that a `range` header asks for, both ends included; undefined for the whole file (no header,
 * or one of several parts), null where there is no such part.
 */
export function rangeOf(
  header: string | undefined,
  size: number,
): { from: number; to: number } | null | undefined {
  const [, first = "", last = ""] = RANGE.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "")
    return Number(last) === 0 ? null : { from: Math.max(0, size - Number(last)), to: size - 1 };
  const [from, to] = [Number(first), last === "" ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== "" && Number(last) < from) return undefined;
  return from >= size ? null : { from, to };
}
