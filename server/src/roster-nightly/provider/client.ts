import type { OutboundFetch, OutboundRequest } from "../../platform/outbound-fetch.ts";
import { isRetryable, ProviderFault, sentenceOf } from "./provider-fault.ts";

/** The means to read a provider with, the secret in the clear. */
export interface ProviderAccess {
  /** The base address of its rostering service, without a trailing slash. */
  address: string;
  token_address: string;
  client_id: string;
  secret: string;
  /** Scopes, separated by blanks. */
  scope: string;
}

export interface ClientDeps {
  call: OutboundFetch;
  /** Resolves after these milliseconds. */
  wait: (ms: number) => Promise<void>;
  /** Aborted when the run is to end. */
  signal: AbortSignal;
  /** The most bytes of all pages together. */
  maxBytes?: number;
  /** Number of attempts of a call that fails for a moment. */
  tries?: number;
}

/** One page of a collection. */
export interface Page {
  body: unknown;
  /** The number of records of the whole collection, as the provider says. */
  total: number | undefined;
  /** The address of the next page; null: the provider says that there is none; undefined: it says nothing. */
  next: URL | null | undefined;
}

/** Bytes of all pages together, which are in memory until they are compared: a million enrolments are a quarter of it. */
export const MAX_BYTES = 1024 ** 3;
const TRIES = 4;
const TOKEN = "访问令牌";
const FIRST_WAIT_MS = 2000;
const LONGER_BY = 4;
const LONGEST_WAIT_MS = 120_000;
const BUSY = [429, 500, 502, 503, 504];
const SECONDS = /^\d{1,6}$/;

/** Reads a OneRoster 1.2 provider with client credentials; what fails for a moment is tried again. */
export class ProviderClient {
  readonly #access: ProviderAccess;
  readonly #deps: ClientDeps;
  #token: string | undefined;
  #bytes = 0;

  constructor(access: ProviderAccess, deps: ClientDeps) {
    this.#access = access;
    this.#deps = deps;
  }

  /** Returns a page of a collection; throws `ProviderFault`. `what` is named in its sentence. */
  async page(url: URL, what: string): Promise<Page> {
    let response = await this.#read(url, what);
    if (response.status === 401) {
      // a token that is over before its time, or a clock that is wrong: a new one decides
      this.#token = undefined;
      response = await this.#read(url, what);
    }
    if (response.status !== 200) throw new ProviderFault(refusalOf(response.status, what));
    const bytes = await response.arrayBuffer();
    this.#bytes += bytes.byteLength;
    const { maxBytes = MAX_BYTES } = this.#deps;
    if (this.#bytes > maxBytes) throw new ProviderFault("对方给出的数据一共太多，没有读下去");
    return {
      body: jsonOf(bytes, what),
      total: totalOf(response, what),
      next: nextOf(response, url, what),
    };
  }

  async #read(url: URL, what: string): Promise<Response> {
    this.#token ??= await this.#newToken();
    const headers = { accept: "application/json", authorization: `Bearer ${this.#token}` };
    return this.#send(url, { headers }, `读取 ${what} 时`);
  }

  async #newToken(): Promise<string> {
    const { token_address, client_id, secret, scope } = this.#access;
    const basic = [client_id, secret].map((one) => encodeURIComponent(one)).join(":");
    const response = await this.#send(
      new URL(token_address),
      {
        method: "POST",
        headers: {
          accept: "application/json",
          authorization: `Basic ${Buffer.from(basic).toString("base64")}`,
        },
        body: new URLSearchParams({ grant_type: "client_credentials", scope }),
      },
      "取访问令牌时",
    );
    if ([400, 401, 403].includes(response.status)) {
      throw new ProviderFault(
        `对方没有给访问令牌（${response.status}），请检查客户端编号、密钥和授权范围`,
      );
    }
    if (response.status !== 200) throw new ProviderFault(refusalOf(response.status, TOKEN));
    const { access_token, token_type } = Object(jsonOf(await response.arrayBuffer(), TOKEN)) as {
      access_token?: unknown;
      token_type?: unknown;
    };
    // a token goes into a header
    const isToken = typeof access_token === "string" && /^[\x21-\x7e]{1,8192}$/.test(access_token);
    if (!isToken || !/^bearer$/i.test(String(token_type))) {
      throw new ProviderFault(`对方给出的访问令牌不能用，请检查${addressOf(TOKEN)}`);
    }
    return access_token;
  }

  /** Sends a call until it is answered; waits as long as the other side says, within bounds. */
  async #send(url: URL, init: OutboundRequest, during: string): Promise<Response> {
    const { call, wait, signal, tries = TRIES } = this.#deps;
    const still = tries > 1 ? "一直" : "";
    for (let turn = 1; ; turn += 1) {
      let response: Response;
      let pause = FIRST_WAIT_MS * LONGER_BY ** (turn - 1);
      try {
        response = await call(url, { ...init, signal });
      } catch (cause) {
        if (signal.aborted) throw new ProviderFault("同步已停止，或用时太久", { cause });
        if (turn >= tries || !isRetryable(cause)) {
          throw new ProviderFault(`${during}，${sentenceOf(cause)}`, { cause });
        }
        await wait(pause);
        continue;
      }
      const { status } = response;
      if (status >= 300 && status < 400) throw new ProviderFault(redirection(response, during));
      if (!BUSY.includes(status)) return response;
      if (turn >= tries) {
        throw new ProviderFault(
          status === 429
            ? `${during}，对方${still}说请求太多（429）`
            : `${during}，对方的服务${still}出错（${status}）`,
        );
      }
      pause = retryAfter(response) ?? pause;
      if (pause > LONGEST_WAIT_MS) {
        throw new ProviderFault(`${during}，对方要求过很久再来（${status}）`);
      }
      await wait(pause);
    }
  }
}

/** Returns the milliseconds of a Retry-After, in seconds or as a moment by the clock of who says it. */
function retryAfter({ headers }: Response): number | undefined {
  const given = headers.get("retry-after")?.trim();
  if (given === undefined) return undefined;
  if (SECONDS.test(given)) return Number(given) * 1000;
  const then = Date.parse(given);
  const now = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(then) || Number.isNaN(now) ? undefined : Math.max(0, then - now);
}

function redirection({ headers, status }: Response, during: string): string {
  const target = URL.parse(headers.get("location") ?? "");
  const to = target === null ? "别的地址" : target.host;
  return `${during}，对方要转到${target === null ? to : ` ${to} `}（${status}），没有跟过去；请填转到的地址`;
}

/** Returns the name of the field with the address that something is read from. */
function addressOf(what: string): string {
  return what === TOKEN ? "取访问令牌的地址" : "接口地址";
}

function refusalOf(status: number, what: string): string {
  if (status === 401) return `读取 ${what} 时，对方不认访问令牌（401）`;
  if (status === 403) return `对方不允许读取 ${what}（403），请对方给这个客户端相应的授权`;
  if (status === 404) return `对方没有 ${what}（404），请检查${addressOf(what)}`;
  return `读取 ${what} 时，对方答复 ${status}`;
}

function jsonOf(bytes: ArrayBuffer, what: string): unknown {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ProviderFault(`${what} 的数据不是 UTF-8 的文字`, { cause });
  }
  if (text.trim() === "") throw new ProviderFault(`${what} 的答复是空的`);
  if (text.trimStart().startsWith("<")) {
    throw new ProviderFault(`${what} 的答复是网页，不是数据，请检查${addressOf(what)}`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new ProviderFault(`${what} 的数据不完整，不是正确的 JSON`, { cause });
  }
}

function totalOf({ headers }: Response, what: string): number | undefined {
  const given = headers.get("x-total-count")?.trim();
  if (given === undefined) return undefined;
  if (!/^\d{1,9}$/.test(given)) throw new ProviderFault(`${what} 的总数不是数字`);
  return Number(given);
}

/** Returns the next page's address, which must be of the same collection. */
function nextOf({ headers }: Response, url: URL, what: string): URL | null | undefined {
  const given = headers.get("link");
  if (given === null) return undefined;
  const links = given.matchAll(/<([^<>]*)>([^<]*)/g);
  for (const [, target = "", parameters = ""] of links) {
    if (!/;\s*rel="?[^";]*\bnext\b/i.test(parameters)) continue;
    const next = URL.parse(target, url);
    if (next?.origin !== url.origin || next.pathname !== url.pathname) {
      throw new ProviderFault(`${what} 的下一页指向别的地址，没有跟过去`);
    }
    return next;
  }
  return null;
}
