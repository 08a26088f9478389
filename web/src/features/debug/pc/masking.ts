/** Names whose values are masked. Rather one value too many than a secret in a report that is sent around. */
const SECRET_NAME =
  /token|jwt|passw|pwd|credential|secret|ticket|authori[sz]ation|cookie|session|signature|code$|key$/i;
/** Names of values that identify a person. */
const PERSONAL_NAME = /^(user_?name|account|name|real_?name|mobile|phone|email|id_?card)$/i;
/** A key whose whole content is masked, except for a few harmless fields. */
const SECRET_ROOT = "auth_data";
const HARMLESS_IN_ROOT = new Set(["identity", "permissions", "expires_at"]);
/** Matches storage keys that hold a person's id after this prefix; the id is masked. */
const PERSONAL_ROOT = /^(last-seen:)[^/]*/;
const TOKEN_LIKE = /[\w\-+=.]{24,}/g;
/** Matches base64 by characters that occur in it but not in a path. */
const BASE64_LIKE = /[\w\-/.]*[+=][\w\-+/=.]*/g;
const ADDRESS_SECRET = /([?&;](?:jwt|token|ticket|code|state|key|credential)=)[^&#\s"']+/gi;
const MAX_SHOWN = 4000;

export interface StoredEntry {
  key: string;
  /** Characters of the value as it is kept. */
  length: number;
  text: string;
}

/** Masks the value of a key: JSON stays readable, its secrets do not. */
export function maskEntry(key: string, value: string): StoredEntry {
  const entry = { key: maskText(key.replace(PERSONAL_ROOT, "$1••••")), length: value.length };
  if (SECRET_NAME.test(key) || PERSONAL_ROOT.test(key)) return { ...entry, text: hidden(value) };
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    return { ...entry, text: shortened(maskText(value)) };
  }
  const masked = maskValue(parsed, key, key === SECRET_ROOT);
  return { ...entry, text: shortened(JSON.stringify(masked, null, 1)) };
}

function maskValue(value: unknown, name: string, allSecret: boolean): unknown {
  if (Array.isArray(value)) return value.map((part) => maskValue(part, name, allSecret));
  if (typeof value === "object" && value !== null) {
    const parts = Object.entries(value).map(([key, part]) => {
      return [maskText(key), maskValue(part, key, allSecret && !HARMLESS_IN_ROOT.has(key))];
    });
    return Object.fromEntries(parts) as unknown;
  }
  if (typeof value !== "string" && typeof value !== "number") return value;
  const text = String(value);
  if (text === "") return value;
  if (allSecret || SECRET_NAME.test(name)) return hidden(text);
  if (PERSONAL_NAME.test(name)) return `${Array.from(text)[0] ?? ""}＊（${text.length} 个字符）`;
  return typeof value === "string" ? maskText(value) : value;
}

/** Masks everything in a text or an address that looks like a token. */
export function maskText(text: string): string {
  return text
    .replace(ADDRESS_SECRET, (_, before: string) => `${before}••••`)
    .replace(BASE64_LIKE, (run) => (run.length >= 32 && isMixed(run) ? hidden(run) : run))
    .replace(TOKEN_LIKE, (run) => (isMixed(run) ? hidden(run) : run));
}

/** Returns whether a run mixes letters and digits: words alone may be a file's name. */
function isMixed(run: string): boolean {
  return /\d/.test(run) && /[a-z]/i.test(run);
}

function hidden(text: string): string {
  return `••••（${text.length} 个字符）`;
}

function shortened(text: string): string {
  return text.length <= MAX_SHOWN
    ? text
    : `${text.slice(0, MAX_SHOWN)}…（共 ${text.length} 个字符）`;
}
