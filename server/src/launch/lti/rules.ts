import { createHash } from "node:crypto";
import { hasControl } from "../../platform/control-characters.ts";

/** The longest state of a tool; a longer one is refused. */
const MAX_STATE_LENGTH = 4096;
const MAX_NONCE_LENGTH = 512;
const MAX_URL_LENGTH = 2048;

/** A query or form as the server's parser leaves it: a name given twice is a list. */
export type Fields = Readonly<Record<string, unknown>>;

/** The tool's request for the message, after its login initiation was opened (LTI security framework 1.0, 5.1.1.2). */
export interface AuthorizeRequest {
  client_id: string;
  redirect_uri: string;
  login_hint: string;
  lti_message_hint: string;
  nonce: string;
  state: string;
}

/** Reads the request; else returns the name of the field that is wrong. */
export function readAuthorize(fields: Fields): AuthorizeRequest | { wrong: string } {
  const fixed = {
    scope: "openid",
    response_type: "id_token",
    response_mode: "form_post",
    prompt: "none",
  };
  for (const [name, wanted] of Object.entries(fixed)) {
    if (fields[name] !== wanted) return { wrong: name };
  }
  const limits = {
    client_id: 64,
    redirect_uri: MAX_URL_LENGTH,
    login_hint: 64,
    lti_message_hint: 64,
    nonce: MAX_NONCE_LENGTH,
    state: MAX_STATE_LENGTH,
  };
  const read: Record<string, string> = {};
  for (const [name, limit] of Object.entries(limits)) {
    const value = fields[name];
    if (typeof value !== "string" || value === "" || value.length > limit) return { wrong: name };
    if (hasControl(value)) return { wrong: name };
    read[name] = value;
  }
  return read as unknown as AuthorizeRequest;
}

/** Returns the message hint that goes with a login hint: a changed pair does not match. */
export function messageHintOf(loginHint: string): string {
  return createHash("sha256").update(`lti message ${loginHint}`).digest("base64url");
}

/** Returns the address of a tool's login initiation with LTI's parameters; the tool's own query stays. */
export function initiationUrl(loginUrl: string, fields: Readonly<Record<string, string>>): string {
  const url = new URL(loginUrl);
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Returns whether an address belongs to a tool: of the same origin as one it was registered with, without credentials.
 */
export function isAtTool(address: string, registered: readonly string[]): boolean {
  const url = URL.parse(address);
  if (url === null || url.username !== "" || url.password !== "") return false;
  return registered.some((one) => URL.parse(one)?.origin === url.origin);
}

/** Returns the requested scopes that the tool may have, each once. */
export function grantedScopes(asked: string, allowed: readonly string[]): string[] {
  return [...new Set(asked.split(" "))].filter((scope) => allowed.includes(scope));
}
