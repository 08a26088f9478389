import { REFUSALS } from "#contract";
import { ApiError, failureText, NetworkError, TimeoutError } from "../../api/failures.ts";

/** The place of a failure on the form. */
export type Field = "account" | "password" | "consent" | "form";

export interface LoginFailure {
  field: Field;
  text: string;
  /** Seconds before another try counts (SE-09). */
  retryAfter?: number;
  /**
   * Set when nothing was decided, and the form may try again by itself: after so many seconds where the server gave them.
   * `text` is shown then, in place of the failure's own.
   */
  again?: { after: number | undefined; text?: string };
  /** Agreements that must be agreed to (SE-08). */
  consents?: AskedConsent[];
  /** True when the server demands a further check, which a dialog asks for. */
  further?: boolean | undefined;
  /** True when this device's credential no longer works and the password is needed (SE-02). */
  credentialRefused?: boolean;
}

export interface AskedConsent {
  type: string;
  version: number;
}

export const CONSENT_TEXT = "请先阅读并同意《用户协议》和《隐私政策》";
const PASSWORD_WANTED_TEXT = "登录已失效，请输入密码";
/** The wait in seconds for a 429 without one, which only a proxy in between sends. */
const USUAL_WAIT_SECONDS = 60;

const CROWDED_TEXT = "登录的人较多，正在排队，请稍候，不必刷新页面";
/** Begins the server's own sentence, which says a wait that the button counts down. */
const [TRIED_SAID = ""] = REFUSALS.tooMany.msg.split("，");
const TRIED_TEXT = "试的次数太多了，请等一会儿再试；忘了密码，请点“忘记密码”";
const AWAY_TEXT = "平台暂时没有应答，恢复后会自动登录，请稍候";
/** The statuses with which a gateway answers while no server does. */
const GATEWAY_STATUS: readonly number[] = [502, 503, 504];
const NOT_TOLD = { after: undefined };

const FIRST_WAIT_SECONDS = 2;
const LONGEST_WAIT_SECONDS = 15;
/** The greatest number of automatic retries, about ten minutes. */
const MAX_TRIES = 40;

/**
 * Returns the seconds until the page tries again by itself, after so many `tries`; undefined: no more. `chance` (0 to 1)
 * spreads people who were refused at one moment, so that they do not all come back at another.
 */
export function secondsToNextTry(
  { after }: Pick<NonNullable<LoginFailure["again"]>, "after">,
  tries: number,
  chance: number,
): number | undefined {
  if (tries >= MAX_TRIES) return undefined;
  if (after !== undefined) return Math.ceil(after + chance * FIRST_WAIT_SECONDS);
  const longest = Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** tries);
  return Math.ceil((longest * (1 + chance)) / 2);
}

/** Returns the input that is missing before anything is sent. */
export function missingInput(account: string, hasProof: boolean): LoginFailure | null {
  if (account === "") return { field: "account", text: "请输入账号" };
  if (!hasProof) return { field: "password", text: "请输入密码" };
  return null;
}

/** Explains a refused sign-in: the text, its place, and what comes next. */
export function explainFailure(error: unknown, byCredential: boolean): LoginFailure {
  const text = failureText(error);
  if (!(error instanceof ApiError)) {
    // a credential that was heard, though no answer came, is spent (SE-02): sent again it would count as copied
    const unheard = error instanceof NetworkError || error instanceof TimeoutError;
    return { field: "form", text, ...(unheard && !byCredential && { again: NOT_TOLD }) };
  }
  const { code, data, status } = error;
  if (code === REFUSALS.notReady.code) {
    const after = numberIn(data, "retry_after");
    return { field: "form", text, again: { after, text: CROWDED_TEXT } };
  }
  if (GATEWAY_STATUS.includes(status)) {
    const shown = { field: "form", text: REFUSALS.notReady.msg } as const;
    return byCredential ? shown : { ...shown, again: { ...NOT_TOLD, text: AWAY_TEXT } };
  }
  const refused = code === REFUSALS.wrongPassword.code || code === REFUSALS.badCode.code;
  if (refused && byCredential) {
    return { field: "password", text: PASSWORD_WANTED_TEXT, credentialRefused: true };
  }
  if (code === REFUSALS.wrongPassword.code) return { field: "password", text };
  if (code === REFUSALS.tooMany.code) {
    const said = text.startsWith(TRIED_SAID) ? TRIED_TEXT : text;
    return {
      field: "form",
      text: said,
      retryAfter: numberIn(data, "retry_after") ?? USUAL_WAIT_SECONDS,
    };
  }
  const consents = askedConsents(code, data);
  if (consents !== null) return { field: "consent", text: CONSENT_TEXT, consents };
  return { field: "form", text, further: code === REFUSALS.checkWanted.code || undefined };
}

/** Returns a failure's text, with the wait where there is one, for a form whose button counts none down. */
export function textWithWait({ text, retryAfter }: LoginFailure): string {
  return retryAfter === undefined ? text : `试的次数太多了，${waitText(retryAfter)}`;
}

/** Returns the button's text for a wait of so many seconds. */
export function waitText(seconds: number, byItself = false): string {
  if (byItself) return `${seconds} 秒后自动重试`;
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  if (minutes === 0) return `${rest} 秒后可重试`;
  return rest === 0 ? `${minutes} 分钟后可重试` : `${minutes} 分 ${rest} 秒后可重试`;
}

function askedConsents(code: number, data: unknown): AskedConsent[] | null {
  if (code !== REFUSALS.checkWanted.code || !isRecord(data) || data["check"] !== "consent") {
    return null;
  }
  const agreements = Array.isArray(data["agreements"]) ? data["agreements"] : [];
  return agreements.filter(isRecord).flatMap(({ type, version }) => {
    return typeof type === "string" && typeof version === "number" ? [{ type, version }] : [];
  });
}

function numberIn(data: unknown, name: string): number | undefined {
  const value = isRecord(data) ? data[name] : undefined;
  return typeof value === "number" && value > 0 ? Math.ceil(value) : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
