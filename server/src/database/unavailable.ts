/** Thrown when the database cannot be used. The message is one sentence for an operator; it names no password. */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable";
}

/**
 * Returns whether a query failed because the database cannot be reached, or takes no writes at present, and not because
 * the query is wrong.
 */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  const code = codeOf(error);
  if (code === undefined) {
    return error instanceof Error && LOST_CONNECTION.test(error.message);
  }
  return CONNECTION_CODES.has(code) || code === READ_ONLY || /^(08|53|57P)/.test(code);
}

/**
 * Returns whether a query failed for a reason that passes, and not because it is wrong: the database is away, or has ended it
 * for an operator or for another transaction.
 */
export function isTransient(error: unknown): boolean {
  return isUnreachable(error) || CANCELLED.has(codeOf(error) ?? "");
}

/** Returns whether the disk, this machine's or the database's, has no room for what was written. */
export function isDiskFull(error: unknown): boolean {
  return DISK_FULL.has(codeOf(error) ?? "");
}

/** Returns whether a row was not deleted because others refer to it. */
export function isReferredTo(error: unknown): boolean {
  return REFERRED_TO.has(codeOf(error) ?? "");
}

/** Returns the code of a system error (`ENOSPC`) or of PostgreSQL (`28P01`). */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** A server refuses writes: it follows another one, or was locked by who runs it. */
const READ_ONLY = "25006";
/** PostgreSQL's codes of a reference, and of one that restricts, as PostgreSQL 18 calls it. */
const REFERRED_TO = new Set(["23503", "23001"]);
const DISK_FULL = new Set(["ENOSPC", "53100"]);
const CANCELLED = new Set(["40001", "40P01", "57014"]);
const CONNECTION_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);
const LOST_CONNECTION =
  /Connection terminated|not queryable|timeout exceeded when trying to connect|timeout expired|Query read timeout/;
