import { REFUSALS } from "#contract";

// Names are set in constructors: lowering class fields for old browsers would bring a helper along.
/** The server answered, and refused: an envelope with another code, or an HTTP failure (ER-01…03). */
export class ApiError extends Error {
  readonly code: number;
  /** The server's own sentence, or the HTTP status in words (ER-03). */
  readonly msg: string;
  readonly data: unknown;
  /** The HTTP status; 0 when nothing was sent. */
  readonly status: number;

  constructor(code: number, msg: string, data: unknown = null, status = 0) {
    super(msg);
    this.name = "ApiError";
    this.code = code;
    this.msg = msg;
    this.data = data;
    this.status = status;
  }
}

/** No answer came, or one that cannot be read (ER-04). */
export class NetworkError extends Error {
  constructor(cause?: unknown) {
    super("Network Error", { cause });
    this.name = "NetworkError";
  }
}

/** No answer came in time (ER-04, RQ-06). */
export class TimeoutError extends Error {
  constructor(timeoutMs: number) {
    super(`timeout of ${timeoutMs}ms exceeded`);
    this.name = "TimeoutError";
  }
}

export const SESSION_ENDED_TEXT = REFUSALS.sessionReplaced.msg;

/** ER-03 */
export function statusText(status: number, text: string): string {
  return `Http status code ${status} ${text}`.trimEnd();
}

/**
 * Returns the text for a failure: the server's sentence (where it gave none, the client has put the code's in its place),
 * or what the transport said (ER-02, ER-04).
 */
export function failureText(failure: unknown): string {
  if (failure instanceof ApiError) {
    if (failure.code === REFUSALS.sessionReplaced.code) return SESSION_ENDED_TEXT;
    return failure.msg || REFUSALS.fault.msg;
  }
  if (failure instanceof NetworkError) return "网络连接失败，请检查网络后重试";
  if (failure instanceof TimeoutError) return "网络较慢，请求超时，请稍后再试";
  return REFUSALS.fault.msg;
}
