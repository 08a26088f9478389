import { type PageCursor, parseCursor, REFUSALS, type RefusalName } from "#contract";

export interface RefusalOptions {
  /** Replaces the refusal's own Chinese sentence. */
  msg?: string;
  /** Data that the page needs to go on; sent as `data`. */
  data?: object;
  /** Seconds; sent as `Retry-After` and as `data.retry_after`. */
  retryAfter?: number;
  /** Kept for the log, never sent. */
  cause?: unknown;
}

const RETRY_UNREACHABLE_SECONDS = 5;

/** Returns the seconds after which to come back to a database that is away: not everybody at the same moment. */
export function secondsUntilReachable(): number {
  return Math.ceil(RETRY_UNREACHABLE_SECONDS * (1 + Math.random()));
}

/** Refusals that a page can only handle with data (contract.md, "Envelope and failures"). */
type RefusalWithData = "badInput" | "checkWanted" | "conflict" | "tooMany";
type OptionsWithData<Data extends object> = RefusalOptions & { data: Data };

/**
 * Thrown for every expected failure; answered with its code and Chinese sentence. Any other throw is a fault (50000).
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly refusal: RefusalName;
  readonly status: number;
  readonly code: number;
  readonly data: object | null;
  readonly retryAfter: number | undefined;

  constructor(refusal: "badInput", options: OptionsWithData<{ errors: readonly object[] }>);
  constructor(
    refusal: "checkWanted",
    options: OptionsWithData<{ check: string; [further: string]: unknown }>,
  );
  constructor(refusal: "conflict", options: OptionsWithData<object>);
  constructor(refusal: "tooMany", options: RefusalOptions & { retryAfter: number });
  constructor(refusal: Exclude<RefusalName, RefusalWithData>, options?: RefusalOptions);
  constructor(refusal: RefusalName, options: RefusalOptions = {}) {
    const { status, code } = REFUSALS[refusal];
    super(
      withWait(options.msg ?? REFUSALS[refusal].msg, options.retryAfter),
      options.cause === undefined ? {} : { cause: options.cause },
    );
    this.refusal = refusal;
    this.status = status;
    this.code = code;
    this.retryAfter =
      options.retryAfter === undefined ? undefined : Math.max(1, Math.ceil(options.retryAfter));
    this.data =
      this.retryAfter === undefined
        ? (options.data ?? null)
        : { ...options.data, retry_after: this.retryAfter };
  }
}

/** Returns a sentence that says when to come back, where the refusal knows. */
function withWait(sentence: string, retryAfter: number | undefined): string {
  if (retryAfter === undefined) return sentence;
  return sentence.replace("请稍后再试", `请 ${waitText(retryAfter)}后再试`);
}

function waitText(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  return whole < 100 ? `${whole} 秒` : `${Math.ceil(whole / 60)} 分钟`;
}

/** Returns the refusal of an input for one field, whose sentence is also the answer's. */
export function badField(path: string, message: string): Refusal {
  return new Refusal("badInput", { msg: message, data: { errors: [{ path, message }] } });
}

/** Returns the parsed cursor of a page; undefined for the first page. Throws `badInput` for a text that is no cursor. */
export function requireCursor(text: string | undefined): PageCursor | undefined {
  if (text === undefined) return undefined;
  const cursor = parseCursor(text);
  if (cursor === undefined) throw invalidCursor();
  return cursor;
}

/** Returns the refusal of a text that is no cursor of this list. */
export function invalidCursor(): Refusal {
  return badField("after", "翻页的位置已失效，请从第一页看起");
}
