import { absoluteUrl } from "./address.ts";

/** Who makes calls from this page, read anew for each call. */
export interface CallerOfPage {
  token: string | null;
  identity: string | null;
  /** Empty: the page's own origin. */
  apiServer: string;
  client: "pc" | "web";
}

export type CallInput = Readonly<Record<string, unknown>>;

/** Calls below these are made as `browser` where a page is `web` (RQ-03). */
const BROWSER_PATHS = ["/sso", "/qr_code"];

/** Header `client` of a call (RQ-03). */
export function clientHeader(url: string, client: "pc" | "web"): string {
  return client === "web" && BROWSER_PATHS.some((part) => url.includes(part)) ? "browser" : client;
}

/** The address with its query. Only a call to our own API carries `t` and, with a token, `jwt` (RQ-03). */
export function requestUrl(
  url: string,
  query: CallInput,
  caller: CallerOfPage,
  now: number,
): string {
  const parameters = flatParameters(query);
  if (isOurs(url, caller)) {
    parameters.set("t", String(now));
    if (caller.token !== null) parameters.set("jwt", caller.token);
  }
  const text = parameters.toString();
  const absolute = absoluteUrl(url, caller.apiServer);
  return text === "" ? absolute : absolute + (absolute.includes("?") ? "&" : "?") + text;
}

/** Headers of every call (RQ-03). Who we are is nobody else's business: a foreign address gets none of them. */
export function requestHeaders(url: string, caller: CallerOfPage): Record<string, string> {
  if (!isOurs(url, caller)) return {};
  const headers: Record<string, string> = { client: clientHeader(url, caller.client) };
  if (caller.identity !== null) headers["identity"] = caller.identity;
  if (caller.token !== null) headers["authorization"] = `Bearer ${caller.token}`;
  return headers;
}

/** Flat values go as a form, anything that holds an object or a list as JSON (RQ-04). */
export function requestBody(input: CallInput): { body: string; contentType: string } {
  const flat = Object.values(input).every((value) => typeof value !== "object" || value === null);
  return flat
    ? {
        body: flatParameters(input).toString(),
        contentType: "application/x-www-form-urlencoded;charset=UTF-8",
      }
    : { body: JSON.stringify(input), contentType: "application/json" };
}

/** Names a GET apart from what changes with every call; the boot script files its early answers under it. */
export function requestKey(url: string, query: CallInput, identity: string | null): string {
  return `${identity ?? ""} ${url}?${flatParameters(query).toString()}`;
}

/** True for an address of the platform's API, or of the page's own origin. */
export function isOurs(url: string, { apiServer }: Pick<CallerOfPage, "apiServer">): boolean {
  if (!/^https?:\/\//i.test(url)) return true;
  const { origin } = new URL(url);
  return origin === apiServer || origin === globalThis.location?.origin;
}

function flatParameters(input: CallInput): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined && value !== null) parameters.set(name, String(value));
  }
  return parameters;
}
