/** The envelope of every answer (RQ-05); `SUCCESS_CODE` means success. */
export interface Envelope<T = unknown> {
  code: number;
  data: T;
  msg: string;
}

export const SUCCESS_CODE = 200;
/** The value of `code` that means: not signed in, or no longer (ER-01). */
export const EXPIRED_CODE = 401;

/**
 * Header of each answer of our own server: the answer passed its schema on the way out. A page reads one without it
 * as that of another server (RQ-08).
 */
export const DECLARED_HEADER = "x-answer";

/** True in each of the three forms a server may use: `code` 200, `status` "success", `success` true (RQ-05). */
export function isSuccess(body: unknown): boolean {
  if (typeof body !== "object" || body === null) return false;
  const answer = body as Record<string, unknown>;
  return (
    Number(answer["code"]) === SUCCESS_CODE ||
    answer["status"] === "success" ||
    answer["success"] === true
  );
}
