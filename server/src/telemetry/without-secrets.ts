/**
 * Removes from a report what must not be kept: queries of addresses, everything named or shaped like a token, password,
 * ticket or code, and what a database cannot hold. Pure. The limits hold a report to a few KB, and every pattern is
 * linear: anybody can send one.
 */
import { withoutControls } from "../platform/control-characters.ts";

const MAX_TEXT_LENGTH = 2000;
/** The most characters of a detail's JSON. */
const MAX_DETAIL_LENGTH = 8000;
const MAX_ENTRIES = 50;
const MAX_DEPTH = 4;

const SECRET_NAME = /jwt|token|passw|pwd|secret|credential|ticket|authorization|cookie|captcha/i;
const SECRET_PAIR =
  /((?:jwt|token|passw\w{0,10}|pwd|secret|credential|ticket|code)["']?\s*[=:]\s*["']?)[^\s"'&,;}]+/gi;
const BEARER = /\b(bearer|basic)\s+[\w+/=.~-]+/gi;
/** Matches 256 random bits in base64url, as our tokens, tickets and credentials are. */
const OPAQUE = /(?<![\w-])[\w-]{43}(?![\w-])/g;
const JWT = /(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const QUERY = /\?[^\s"'<>#?]*=[^\s"'<>#]*/g;
const HIDDEN = "…";

/** Returns the address of a page without any query, before or behind the `#`. */
export function pageWithoutQuery(page: string): string {
  return textWithoutSecrets(page.replace(/\?[^#]*/g, ""));
}

export function textWithoutSecrets(text: string): string {
  return withoutControls(text.toWellFormed().slice(0, MAX_TEXT_LENGTH).toWellFormed())
    .replace(QUERY, "")
    .replace(BEARER, `$1 ${HIDDEN}`)
    .replace(SECRET_PAIR, `$1${HIDDEN}`)
    .replace(JWT, HIDDEN)
    .replace(OPAQUE, HIDDEN);
}

export function detailWithoutSecrets(
  detail: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const kept = entries(detail, 1);
  return JSON.stringify(kept).length > MAX_DETAIL_LENGTH ? { too_large: true } : kept;
}

function entries(value: object, depth: number): Record<string, unknown> {
  const kept = Object.entries(value)
    .filter(([key, inner]) => !SECRET_NAME.test(key) && !isCode(key, inner))
    .slice(0, MAX_ENTRIES)
    .map(([key, inner]) => [textWithoutSecrets(key), clean(inner, depth + 1)]);
  return Object.fromEntries(kept) as Record<string, unknown>;
}

function clean(value: unknown, depth: number): unknown {
  if (typeof value === "string") return textWithoutSecrets(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) return HIDDEN;
  if (Array.isArray(value)) {
    return value.slice(0, MAX_ENTRIES).map((item) => clean(item, depth + 1));
  }
  return entries(value, depth);
}

/**
 * Returns whether a value is a code that was sent to somebody, and not an error's: those are a short number or words in
 * capitals.
 */
function isCode(key: string, value: unknown): boolean {
  if (!/code$/i.test(key)) return false;
  return !(
    (typeof value === "number" && Math.abs(value) < 100_000) ||
    (typeof value === "string" && /^[A-Z][A-Z_]+$/.test(value))
  );
}
