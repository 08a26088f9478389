/** A browser with all that signing in needs: cookies with their paths, redirects, forms. One origin at a time. */
export class Browser {
  readonly #origin: string;
  readonly #cookies: { name: string; value: string; path: string }[] = [];

  constructor(origin: string) {
    this.#origin = origin;
  }

  setCookie(name: string, value: string, path = "/"): void {
    const at = this.#cookies.findIndex((one) => one.name === name && one.path === path);
    if (at >= 0) this.#cookies.splice(at, 1);
    if (value !== "") this.#cookies.push({ name, value, path });
  }

  cookie(name: string): string | undefined {
    return this.#cookies.find((one) => one.name === name)?.value;
  }

  async send(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.#origin);
    const cookie = this.#cookies
      .filter(({ path }) => (url.pathname + "/").startsWith(path.replace(/\/?$/, "/")))
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
    const headers = new Headers(init.headers);
    if (cookie !== "") headers.set("cookie", cookie);
    if (!headers.has("accept")) headers.set("accept", "text/html");
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) this.#keep(line, url);
    return response;
  }

  post(address: string, form: Record<string, string>): Promise<Response> {
    return this.send(address, { method: "POST", body: new URLSearchParams(form) });
  }

  /** Follows redirects on the origin; stops where one leads elsewhere, or to the page of the platform. */
  async open(address: string | Response): Promise<Visit> {
    let response = typeof address === "string" ? await this.send(address) : address;
    for (let hops = 0; hops < 10; hops += 1) {
      const location = response.headers.get("location");
      if (location === null) break;
      const next = new URL(location, this.#origin);
      if (next.origin !== this.#origin || next.pathname.startsWith("/platformEntry/")) {
        return { status: response.status, left: next, html: "", headers: response.headers };
      }
      response = await this.send(next.href);
    }
    const { status, headers } = response;
    return { status, left: undefined, html: await response.text(), headers };
  }

  #keep(line: string, url: URL): void {
    const [pair = "", ...attributes] = line.split(/;\s*/);
    const [name = "", ...value] = pair.split("=");
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5);
    const over = attributes.some((one) => /^(expires=Thu, 01 Jan 1970|max-age=0)/i.test(one));
    this.setCookie(name, over ? "" : value.join("="), path ?? url.pathname);
  }
}

/** The end of a chain of redirects: a page, or an address elsewhere. */
export interface Visit {
  status: number;
  left: URL | undefined;
  html: string;
  headers: Headers;
}

/** Returns the action and the hidden fields of a page's first form. */
export function formOf(html: string): { action: string; fields: Record<string, string> } {
  const [, action = ""] = /<form[^>]* action="([^"]*)"/.exec(html) ?? [];
  const fields: Record<string, string> = {};
  for (const [, name = "", value = ""] of html.matchAll(
    /<input type="hidden" name="([^"]*)" value="([^"]*)"/g,
  )) {
    fields[name] = value;
  }
  return { action: action.replaceAll("&amp;", "&"), fields };
}
