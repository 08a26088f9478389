/** The envelope of every answer (RQ-05); `SUCCESS_CODE` means success. */
export interface Envelope<T = unknown> {
  code: number;
  data: T;
  msg: string;
}

export const SUCCESS_CODE = 200;
/** The `code` for: not signed in, or no longer (ER-01). */
export const EXPIRED_CODE = 401;

/**
 * A header of each answer of our own server, whose answers are validated; the page converts an answer without it as
 * another server's (RQ-08).
 */
export const DECLARED_HEADER = "x-answer";

/** Returns true for each of the three forms of success: `code` 200, `status` "success", `success` true (RQ-05). */
export function isSuccess(body: unknown): boolean {
  if (typeof body !== "object" || body === null) return false;
  const answer = body as Record<string, unknown>;
  return (
    Number(answer["code"]) === SUCCESS_CODE ||
    answer["status"] === "success" ||
    answer["success"] === true
  );
}
