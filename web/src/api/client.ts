import {
  DECLARED_HEADER,
  EXPIRED_CODE,
  isSuccess,
  type AnswerOf,
  type Call,
  type InputOf,
} from "#contract";
import { ApiError, NetworkError, statusText, TimeoutError } from "./failures.ts";
import {
  addressed,
  requestBody,
  requestKey,
  type CallerOfPage,
  type CallInput,
} from "./request.ts";
import { knownAnswer, rememberAnswer } from "./revalidation.ts";
import { noteServerTime } from "./server-time.ts";

/** RQ-06 */
const REQUEST_TIMEOUT_MS = 10_000;
const NOT_MODIFIED = 304;

export interface SendOptions {
  timeoutMs?: number;
  /** The caller deals with refusals itself; the general callback stays silent (ER-02). */
  quietGeneral?: boolean;
  /** The caller deals with transport and server faults itself (ER-04). */
  quietError?: boolean;
  /** Without a token, ask for sign-in instead of sending (ER-05). */
  needCheckToken?: boolean;
  signal?: AbortSignal;
  /** Makes the call with this token, which is no session of the page yet. */
  token?: string;
  /** Lets a POST, which must be small, go on when the page is left. */
  keepalive?: boolean;
}

/** The page's side of the client: the caller, and what follows a failure. The client itself knows no screen, router or store. */
export interface ClientParts {
  caller(): CallerOfPage;
  /** The session ended. `token` is the one the call was made with: by now there may be another (ER-01). */
  onSessionExpired(error: ApiError, token: string | null): void;
  onFailure(error: ApiError): void;
  onError(error: ApiError | NetworkError | TimeoutError): void;
  onAuthorizeNeeded(): void;
  /** Returns the answer to a call that was made before the page's script arrived, by {@link requestKey}. */
  earlyAnswer?(key: string): Promise<Response> | undefined;
  /** Awaited before each call: the API address may not be known yet on the very first visit. */
  ready?(): Promise<void>;
}

let parts: ClientParts = {
  caller: () => ({ token: null, identity: null, apiServer: "", client: "web" }),
  onSessionExpired() {},
  onFailure() {},
  onError() {},
  onAuthorizeNeeded() {},
};

export function configureClient(given: ClientParts): void {
  parts = given;
}

let notifyFailure: (error: unknown) => void = () => {};

/** Registers the one listener of every failed call, including those whose caller wants no callback. */
export function onCallFailure(listen: (error: unknown) => void): void {
  notifyFailure = listen;
}

let notifyKept: (input: CallInput) => void = () => {};

/** Registers the one listener of what calls have brought to the server, which keeps it. */
export function onInputKept(listen: typeof notifyKept): void {
  notifyKept = listen;
}

/** Makes a call of the contract: its `data`, or a rejection with ApiError, NetworkError or TimeoutError. */
export function send<C extends Call>(
  call: C,
  input: InputOf<C>,
  options: SendOptions = {},
): Promise<AnswerOf<C>> {
  return exchange(call, input, options) as Promise<AnswerOf<C>>;
}

/** The generic GET: any URL, the same rules (RQ-07). */
export function get(url: string, query: CallInput = {}, options: SendOptions = {}) {
  return exchange({ method: "GET", path: url }, query, options);
}

async function exchange(
  {
    method,
    path: url,
    anyServer,
    keepsNothing,
  }: Pick<Call, "method" | "path" | "anyServer" | "keepsNothing">,
  input: CallInput,
  options: SendOptions,
): Promise<unknown> {
  await parts.ready?.();
  const caller = parts.caller();
  if (options.token !== undefined) caller.token = options.token;
  if (options.needCheckToken === true && caller.token === null) {
    parts.onAuthorizeNeeded();
    throw new ApiError(EXPIRED_CODE, "");
  }
  const asked = Date.now();
  const key = requestKey(url, method === "GET" ? input : {}, caller.identity);
  const known = method === "GET" ? knownAnswer(key, caller.token) : undefined;
  try {
    const { response, body } = await within(options, (signal) => {
      const early = method === "GET" ? parts.earlyAnswer?.(key) : undefined;
      const { keepalive = false } = options;
      const ask = (withCookies: boolean) => {
        const [address, init] = request(
          method,
          url,
          input,
          caller,
          known?.etag,
          signal,
          withCookies,
        );
        return fetch(address, { ...init, keepalive });
      };
      return caller.apiServer === "" ? (early ?? ask(true)) : askElsewhere(early, ask);
    });
    noteServerTime(Date.parse(response.headers.get("date") ?? ""), asked);
    if (response.status === NOT_MODIFIED && known !== undefined) return known.data;
    let data = readAnswer(response, body);
    if (anyServer === true && !response.headers.has(DECLARED_HEADER)) {
      const { readFromAnyServer } = await import("./any-server.ts");
      data = await readFromAnyServer(url, input, data, send);
    }
    if (method === "GET") rememberAnswer(key, caller.token, response.headers.get("etag"), data);
    else if (keepsNothing !== true) notifyKept(input);
    return data;
  } catch (thrown) {
    const error = await withSentence(thrown);
    notifyFailure(error);
    report(error, options, caller.token);
    throw error;
  }
}

/** Returns the failure; a refusal without a sentence gets that of its code, where there is one (ER-02). */
async function withSentence(error: unknown): Promise<unknown> {
  if (!(error instanceof ApiError) || error.msg !== "" || error.code === EXPIRED_CODE) return error;
  const { code, data, status } = error;
  // without the table the refusal is what it was
  const texts = await import("./code-texts.ts").catch(() => null);
  const text = texts?.TEXT_OF_CODE.get(code);
  return text === undefined ? error : new ApiError(code, text, data, status);
}

function request(
  method: "GET" | "POST",
  url: string,
  input: CallInput,
  caller: CallerOfPage,
  etag: string | undefined,
  signal: AbortSignal,
  withCookies: boolean,
): [string, RequestInit] {
  const query = method === "GET" ? input : {};
  const { address, headers, ours } = addressed(url, query, caller, Date.now());
  const credentials = ours && withCookies ? "include" : "omit";
  if (method === "GET") {
    if (etag !== undefined) headers["if-none-match"] = etag;
    return [address, { headers, credentials, signal }];
  }
  const { body, contentType } = requestBody(input);
  headers["content-type"] = contentType;
  return [address, { method, headers, credentials, signal, body }];
}

/** True when an API of another origin answers pages without cookies only; undefined until an answer has come. */
let withoutCookies: boolean | undefined;

/**
 * Asks another origin, without cookies where it allows only that (CORS `*`); a browser reports such a refusal as no
 * answer. The token is in the headers, so cookies can be left out (RQ-08).
 */
async function askElsewhere(
  early: Promise<Response> | undefined,
  ask: (withCookies: boolean) => Promise<Response>,
): Promise<Response> {
  if (withoutCookies === true) return ask(false);
  const answer = early ?? ask(true);
  if (withoutCookies === false) return answer;
  let refused = false;
  const response = await answer.catch(() => {
    refused = true;
    return ask(false);
  });
  withoutCookies = refused;
  return response;
}

/** Returns the answer with its whole body, within the time; cancels when the caller's signal fires. */
async function within(
  { timeoutMs = REQUEST_TIMEOUT_MS, signal: given }: SendOptions,
  start: (signal: AbortSignal) => Promise<Response>,
): Promise<{ response: Response; body: string }> {
  const stop = new AbortController();
  const giveUp = () => stop.abort();
  given?.addEventListener("abort", giveUp);
  if (given?.aborted === true) giveUp();
  let late = false;
  let clock: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    clock = setTimeout(() => {
      late = true;
      stop.abort();
      reject(new TimeoutError(timeoutMs));
    }, timeoutMs);
  });
  try {
    const whole = start(stop.signal).then(async (response) => {
      return { response, body: await response.text() };
    });
    return await Promise.race([whole, deadline]);
  } catch (error) {
    if (late) throw new TimeoutError(timeoutMs);
    if (given?.aborted === true) throw given.reason;
    throw new NetworkError(error);
  } finally {
    clearTimeout(clock);
    given?.removeEventListener("abort", giveUp);
  }
}

function readAnswer(response: Response, text: string): unknown {
  const body = parse(text);
  if (response.ok && isSuccess(body)) return body?.["data"];
  const code = Number(body?.["code"] ?? NaN);
  const msg = body?.["msg"];
  if (!Number.isNaN(code) && code !== 200) {
    throw new ApiError(
      mustSignIn(response.status) ? EXPIRED_CODE : code,
      typeof msg === "string" ? msg : "",
      body?.["data"],
      response.status,
    );
  }
  if (response.ok && body === undefined) throw new NetworkError(new Error("not an answer of ours"));
  throw new ApiError(
    mustSignIn(response.status) ? EXPIRED_CODE : response.status,
    statusText(response.status, response.statusText),
    null,
    response.status,
  );
}

function report(error: unknown, options: SendOptions, token: string | null): void {
  if (error instanceof ApiError) {
    if (error.code === EXPIRED_CODE) parts.onSessionExpired(error, token);
    else if (error.status >= 500) {
      if (options.quietError !== true) parts.onError(error);
    } else if (options.quietGeneral !== true) parts.onFailure(error);
  } else if (error instanceof NetworkError || error instanceof TimeoutError) {
    if (options.quietError !== true) parts.onError(error);
  }
}

function mustSignIn(status: number): boolean {
  return status === 401 || status === 403;
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null
      ? (body as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
