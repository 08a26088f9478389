/** The messages between page and shell (docs/shell.md). Anything that is not in these lists is neither sent nor received. */
export const PROTOCOL_VERSION = 1;
/** The oldest version that this page still speaks. */
export const OLDEST_VERSION = 1;

/** A request is answered with the same id, within its time; a notice is not answered. */
export const PAGE_MESSAGES = {
  hello: { kind: "request", timeoutMs: 3000 },
  ping: { kind: "request", timeoutMs: 3000 },
  logout: { kind: "notice" },
} as const;
export type PageMessageType = keyof typeof PAGE_MESSAGES;
export type RequestType = "hello" | "ping";
export type NoticeType = "logout";

/** Requests of a shell: both end the session (SE-07). */
export const SHELL_CALLBACKS = ["need-authorize", "authorized-error"] as const;
export type ShellCallback = (typeof SHELL_CALLBACKS)[number];

/** The code that the shell's scanner has read (SE-03, SE-12). */
export const SCANNED = "scanned";

/** Flat values only. */
export type Detail = Readonly<Record<string, string | number | boolean | null>>;

export interface PageMessage {
  /** The sender's protocol version. */
  schoolgate: number;
  type: PageMessageType;
  id?: string;
  detail?: Detail;
}

export type ShellMessage =
  | { type: ShellCallback }
  | { type: typeof SCANNED; content: string }
  | { type: "reply"; id: string; detail: Detail; error: string | null };

export type Rejection = "too-long" | "not-json" | "not-ours" | "bad-shape" | "unknown-type";

/** The greatest length of a shell's message, in characters. */
const MAX_MESSAGE_LENGTH = 8192;
const MAX_ERROR_LENGTH = 200;
const ID = /^[\w-]{1,40}$/;

/**
 * Parses a message from the shell, or returns why it is rejected. Text is parsed as JSON; an object is copied through
 * JSON first, so that no getter or function comes along.
 */
export function parseShellMessage(raw: unknown): { message: ShellMessage } | { reason: Rejection } {
  const text = typeof raw === "string" ? raw : textOf(raw);
  if (text === undefined) return { reason: "not-json" };
  if (text.length > MAX_MESSAGE_LENGTH) return { reason: "too-long" };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { reason: "not-json" };
  }
  if (!isRecord(value) || !isVersion(value["schoolgate"])) return { reason: "not-ours" };
  const { type, id, detail = {}, error = null } = value;
  if (!isDetail(detail)) return { reason: "bad-shape" };
  if (isShellCallback(type)) return { message: { type } };
  if (type === SCANNED) {
    const { content } = detail;
    return typeof content === "string" ? { message: { type, content } } : { reason: "bad-shape" };
  }
  if (type !== "reply") return { reason: "unknown-type" };
  if (typeof id !== "string" || !ID.test(id)) return { reason: "bad-shape" };
  if (error !== null && typeof error !== "string") return { reason: "bad-shape" };
  return { message: { type, id, detail, error: error?.slice(0, MAX_ERROR_LENGTH) ?? null } };
}

export type Handshake =
  | { status: "connected"; version: number; name: string; appVersion: string }
  | { status: "incompatible"; name: string; appVersion: string };

/** Negotiates the version that both sides speak, from the shell's answer to `hello`. */
export function shakeHands({ version, oldest = 1, name, app_version }: Detail): Handshake {
  const shell = { name: shortText(name), appVersion: shortText(app_version) };
  if (!isVersion(version) || !isVersion(oldest)) return { status: "incompatible", ...shell };
  const agreed = Math.min(version, PROTOCOL_VERSION);
  if (agreed < Math.max(oldest, OLDEST_VERSION)) return { status: "incompatible", ...shell };
  return { status: "connected", version: agreed, ...shell };
}

function isShellCallback(value: unknown): value is ShellCallback {
  return SHELL_CALLBACKS.some((name) => name === value);
}

/** Returns whether a window message claims to be of this protocol; other messages on that channel are ignored. */
export function claimsToBeOurs(data: unknown): boolean {
  if (typeof data === "string") return data.startsWith('{"schoolgate"');
  return isRecord(data) && "schoolgate" in data;
}

function textOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function isVersion(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1;
}

function isDetail(value: unknown): value is Detail {
  return (
    isRecord(value) &&
    Object.values(value).every((part) => part === null || typeof part !== "object")
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function shortText(value: unknown): string {
  return typeof value === "string" ? value.slice(0, 60) : "";
}
