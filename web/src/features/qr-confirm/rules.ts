import { REFUSALS } from "#contract";
import { ApiError } from "../../api/failures.ts";

export interface AskedConsent {
  type: string;
  version: number;
  title: string;
}

/** The agreements that a refusal asks for (SE-08); null when it asks for none. */
export function askedConsents(error: unknown): AskedConsent[] | null {
  if (!(error instanceof ApiError) || error.code !== REFUSALS.checkWanted.code) return null;
  const { check, agreements } = record(error.data);
  if (check !== "consent" || !Array.isArray(agreements)) return null;
  return agreements.map(record).flatMap(({ type, version, title }) => {
    const known = typeof type === "string" && typeof version === "number";
    return known ? [{ type, version, title: typeof title === "string" ? title : type }] : [];
  });
}

/** True for a code that can no longer be confirmed: trying again does not help. */
export function isOutOfDate(error: unknown): boolean {
  return error instanceof ApiError && error.code === REFUSALS.badCode.code;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
