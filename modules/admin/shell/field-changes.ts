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
