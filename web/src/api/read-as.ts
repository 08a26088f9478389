/**
 * An answer of the contract by example: a text, number or flag is what is read where nothing fitting came; `[shape]` is a
 * list; `[otherwise, …words]` is one of the words; null is anything. The name of a field that may be absent ends in `?`,
 * of one that may be null in `!`.
 */
export type Shape = string | number | boolean | null | Shape[] | { [name: string]: Shape };

/**
 * Reads what a server sent as the contract has it (RQ-08): 1 is true, a number is an id; what is absent, null or of a
 * foreign kind is as the shape says. Undefined where nothing can be made of it.
 */
export function readAs(shape: Shape, value: unknown): unknown {
  if (shape === null) return value ?? {};
  switch (typeof shape) {
    case "string":
      return typeof value === "string" || typeof value === "number" ? String(value) : shape;
    case "number":
      return readNumber(value) ?? shape;
    case "boolean":
      return value === undefined || value === null ? shape : isTrue(value);
    default:
      return Array.isArray(shape) ? readList(shape, value) : readFields(shape, value);
  }
}

function readNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

function isTrue(value: unknown): boolean {
  return value === true || value === 1 || value === "1" || value === "true";
}

function readList([first = null, ...words]: Shape[], value: unknown): unknown {
  if (words.length > 0) {
    const word = words.find((one) => one === value) ?? first;
    return word ?? undefined;
  }
  // Some servers write a list with gaps as an object.
  const entries = typeof value === "object" && value !== null ? Object.values(value) : [];
  return entries.map((entry) => readAs(first, entry)).filter((entry) => entry !== undefined);
}

function readFields(shapes: { [name: string]: Shape }, value: unknown): unknown {
  const given = isRecord(value) ? value : {};
  const fields: Record<string, unknown> = {};
  for (const [marked, shape] of Object.entries(shapes)) {
    const [name = "", mark] = marked.split(/(?=[?!])/);
    const isAbsent = given[name] === undefined || given[name] === null;
    const field = mark !== undefined && isAbsent ? undefined : readAs(shape, given[name]);
    if (field !== undefined) fields[name] = field;
    else if (mark === "!") fields[name] = null;
    else if (mark === undefined) return undefined;
  }
  return fields;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
