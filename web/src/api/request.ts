/** The caller's token, identity and server, read again for each call. */
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

/** The address of a call to our own API: its query, `t` and, with a token, `jwt` (RQ-03). */
function apiUrl(
  url: string,
  query: CallInput,
  { token }: Pick<CallerOfPage, "token">,
  now: number,
): string {
  return withQuery(url, { ...query, t: now, jwt: token });
}

/** The headers of a call to our own API (RQ-03). */
export function apiHeaders(url: string, caller: CallerOfPage): Record<string, string> {
  return callerHeaders({ ...caller, client: clientHeader(url, caller.client) });
}

/** Returns the headers of a call that the page itself makes. */
function callerHeaders({
  client,
  identity,
  token,
}: Record<"client", string> & Pick<CallerOfPage, "identity" | "token">): Record<string, string> {
  const headers: Record<string, string> = { client };
  if (identity !== null) headers["identity"] = identity;
  if (token !== null) headers["authorization"] = `Bearer ${token}`;
  return headers;
}

/** Returns the address and headers of any GET or POST. A foreign address gets no token and no identity. */
export function addressed(
  url: string,
  query: CallInput,
  caller: CallerOfPage,
  now: number,
): { address: string; headers: Record<string, string>; ours: boolean } {
  const absolute = absoluteUrl(url, caller.apiServer);
  return isOurs(url, caller)
    ? {
        address: apiUrl(absolute, query, caller, now),
        headers: apiHeaders(url, caller),
        ours: true,
      }
    : { address: withQuery(absolute, query), headers: {}, ours: false };
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

/** Puts the API address before a path; an absolute URL stays (RQ-01). */
export function absoluteUrl(url: string, apiServer: string): string {
  return /^https?:\/\//i.test(url) ? url : apiServer + url;
}

/** Returns a key of a GET without the parts that change with every call; the boot script stores its early answers under it. */
export function requestKey(url: string, query: CallInput, identity: string | null): string {
  return `${identity ?? ""} ${url}?${flatParameters(query).toString()}`;
}

/** Returns true for an address of the platform's API, or of the page's own origin. */
function isOurs(url: string, { apiServer }: Pick<CallerOfPage, "apiServer">): boolean {
  if (!/^https?:\/\//i.test(url)) return true;
  const { origin } = new URL(url);
  return origin === apiServer || origin === pageOrigin();
}

function pageOrigin(): string | undefined {
  return typeof location === "undefined" ? undefined : location.origin;
}

function withQuery(url: string, query: CallInput): string {
  const text = flatParameters(query).toString();
  return text === "" ? url : url + (url.includes("?") ? "&" : "?") + text;
}

function flatParameters(input: CallInput): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    // Objects never come here: they go as JSON.
    const flat = value as string | number | boolean | null | undefined;
    if (flat !== undefined && flat !== null) parameters.set(name, String(flat));
  }
  return parameters;
}
