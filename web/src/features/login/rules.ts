import { REFUSALS } from "#contract";
import { ApiError, failureText } from "../../api/failures.ts";

/** The place of a failure on the form. */
export type Field = "account" | "password" | "consent" | "form";

export interface LoginFailure {
  field: Field;
  text: string;
  /** Seconds before another try counts (SE-09). */
  retryAfter?: number;
  /** Agreements that must be agreed to (SE-08). */
  consents?: AskedConsent[];
  /** The server wants another check first, which a dialog asks for. */
  further?: boolean | undefined;
  /** This device's credential no longer works: the password is wanted (SE-02). */
  credentialRefused?: boolean;
}

export interface AskedConsent {
  type: string;
  version: number;
}

export const CONSENT_TEXT = "请先阅读并同意《用户协议》和《隐私政策》";
const PASSWORD_WANTED_TEXT = "登录已失效，请输入密码";
/** The server limits tries without saying for how long only when something stands between. */
const USUAL_WAIT_SECONDS = 60;

/** Returns the input that is missing before anything is sent. */
export function missingInput(account: string, hasProof: boolean): LoginFailure | null {
  if (account === "") return { field: "account", text: "请输入账号" };
  if (!hasProof) return { field: "password", text: "请输入密码" };
  return null;
}

/** Explains a refused sign-in: the text, its place, and what comes next. */
export function explainFailure(error: unknown, byCredential: boolean): LoginFailure {
  if (!(error instanceof ApiError)) return { field: "form", text: failureText(error) };
  const { code, data } = error;
  const text = failureText(error);
  const refused = code === REFUSALS.wrongPassword.code || code === REFUSALS.badCode.code;
  if (refused && byCredential) {
    return { field: "password", text: PASSWORD_WANTED_TEXT, credentialRefused: true };
  }
  if (code === REFUSALS.wrongPassword.code) return { field: "password", text };
  if (code === REFUSALS.tooMany.code) {
    return { field: "form", text, retryAfter: numberIn(data, "retry_after") ?? USUAL_WAIT_SECONDS };
  }
  const consents = askedConsents(code, data);
  if (consents !== null) return { field: "consent", text: CONSENT_TEXT, consents };
  return { field: "form", text, further: code === REFUSALS.checkWanted.code || undefined };
}

/** How long to wait, as it stands on the button. */
export function waitText(seconds: number): string {
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
