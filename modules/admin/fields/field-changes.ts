import { REFUSALS } from "#contract";

/** Returns changes of fields the other way round. */
export function backwards<Change extends { before: unknown; after: unknown }>(
  changes: readonly Change[],
): Change[] {
  return changes.map((one) => ({ ...one, before: one.after, after: one.before }));
}

/** Returns the fields that a refused save names as changed by somebody else; null for any other refusal. */
export function conflictsIn(error: unknown): unknown[] | null {
  const { code, data } = (error ?? {}) as { code?: unknown; data?: unknown };
  if (code !== REFUSALS.conflict.code) return null;
  const { conflicts } = (data ?? {}) as { conflicts?: unknown };
  return Array.isArray(conflicts) ? conflicts : [];
}

/** Returns whether two values of a field are the same; what is empty is so in any form. */
const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? "") === JSON.stringify(other ?? "");

/** Returns the fields in which something else was filled in than had been read. */
export function touchedIn<Draft extends object>(first: Draft, own: Draft): (keyof Draft)[] {
  const fields = Object.keys({ ...first, ...own }) as (keyof Draft)[];
  return fields.filter((field) => !isSame(own[field], first[field]));
}

/**
 * Lays what was filled in over what somebody else has saved meanwhile: fields that were not touched become theirs.
 * `changed` are the fields that they changed, `both` those of them in which something else was filled in here.
 */
export function rebase<Draft extends object>(
  first: Draft,
  own: Draft,
  theirs: Draft,
): { draft: Draft; changed: (keyof Draft)[]; both: (keyof Draft)[] } {
  const fields = Object.keys({ ...first, ...own, ...theirs }) as (keyof Draft)[];
  const touched = touchedIn(first, own);
  const changed = fields.filter((field) => !isSame(theirs[field], first[field]));
  return {
    draft: {
      ...theirs,
      ...(Object.fromEntries(touched.map((field) => [field, own[field]])) as Partial<Draft>),
    },
    changed,
    both: changed.filter((field) => touched.includes(field) && !isSame(own[field], theirs[field])),
  };
}

/**
 * Says what somebody else has saved meanwhile, and in which of these fields the own stays. `names` are those of the fields
 * that a person knows, `plain` the fields whose value can be told as it is.
 */
export function conflictText<Draft extends object>(
  { changed, both }: Pick<ReturnType<typeof rebase<Draft>>, "changed" | "both">,
  theirs: Draft,
  { names, plain, whole }: { names: Words; plain: readonly string[]; whole: string },
): string {
  const named = (fields: readonly (keyof Draft)[]) =>
    [...new Set(fields.flatMap((field) => names[String(field)] ?? []))].join("、");
  const told = both.flatMap((field) => {
    const value = plain.includes(String(field)) ? theirs[field] : undefined;
    return value === undefined ? [] : [`${named([field])}对方写的是“${String(value ?? "")}”。`];
  });
  const what = named(changed);
  return [
    `另一位管理员刚刚改了${what === "" ? whole : what}。`,
    both.length === 0 ? "" : `您也改了${named(both)}，这里留着您写的。`,
    ...told,
    "请看一看，再保存一次。",
  ].join("");
}
type Words = Readonly<Record<string, string>>;
