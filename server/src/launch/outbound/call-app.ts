import { lookup, type LookupAddress } from "node:dns";
import { request as plainRequest, type IncomingMessage } from "node:http";
import { request as secureRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { Config } from "../../platform/config.ts";
import { Reach } from "./reach.ts";

/** The part of `fetch` that is needed to call an app: the answer arrives whole, and redirections are not followed. */
export type CallApp = (address: string | URL, init?: AppCall) => Promise<Response>;

export interface AppCall {
  method?: string | undefined;
  headers?: ConstructorParameters<typeof Headers>[0];
  body?: string | URLSearchParams | undefined;
  signal?: AbortSignal | null | undefined;
}

/** The most bytes of an answer: keys and receipts are small. */
const BODY_AT_MOST_BYTES = 256 * 1024;
const ANSWER_WITHIN_MS = 5_000;
/** Statuses whose answers have no body, as `Response` wants it. */
const WITHOUT_BODY = [204, 205, 304];

/** Thrown when an app's address leads into a network that the operator has not opened to apps. */
export class AddressRefused extends Error {
  override readonly name = "AddressRefused";

  constructor(host: string, addresses: readonly string[]) {
    super(
      `${host} is at ${addresses.join(", ")}, which is internal and not listed in APP_NETWORKS`,
    );
  }
}

/** Returns every address of a host name. */
export type Resolve = (
  host: string,
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

const resolveBySystem: Resolve = (host, done) => lookup(host, { all: true }, done);

/**
 * Returns the function that calls apps. Whoever may register an app names addresses that our servers call; none may
 * lead into this machine or an internal network that `APP_NETWORKS` does not list. The connection goes only to the
 * addresses that were checked, so a name that resolves differently the next time gains nothing.
 */
export function appCaller(
  { appNetworks }: Pick<Config, "appNetworks">,
  resolve: Resolve = resolveBySystem,
): CallApp {
  const reach = new Reach(appNetworks);
  const judged = judgedLookup(reach, resolve);
  return async (address, { method = "GET", headers, body, signal } = {}) => {
    const url = new URL(address);
    if (!/^https?:$/.test(url.protocol)) throw new TypeError(`${url.protocol} is not for apps`);
    const host = url.hostname.replace(/^\[|\]$/g, "");
    // an address that is no name is connected to without being looked up
    if (isIP(host) !== 0 && !reach.allows(host)) throw new AddressRefused(host, [host]);
    const sent = new Headers(headers);
    if (body instanceof URLSearchParams && !sent.has("content-type")) {
      sent.set("content-type", "application/x-www-form-urlencoded;charset=UTF-8");
    }
    const bounds = [AbortSignal.timeout(ANSWER_WITHIN_MS), ...(signal ? [signal] : [])];
    const send = url.protocol === "https:" ? secureRequest : plainRequest;
    return new Promise((answer, fail) => {
      const request = send(url, {
        method,
        headers: Object.fromEntries(sent),
        // a connection of its own: none that was judged for another name is taken up again
        agent: false,
        lookup: judged,
        signal: AbortSignal.any(bounds),
      });
      request.once("error", fail);
      // else Node closes the connection, and says neither what came nor that nothing did
      request.once("upgrade", ({ statusCode }, socket) => {
        socket.destroy();
        fail(new Error(`the app answered ${statusCode}`));
      });
      request.once("response", (response) => void whole(response).then(answer, fail));
      request.end(body?.toString());
    });
  };
}

/** Returns a look-up that yields only the addresses that may be called. */
function judgedLookup(reach: Reach, resolve: Resolve): LookupFunction {
  return (host, { all }, done) => {
    resolve(host, (error, found) => {
      if (error !== null) return done(error, []);
      const [first, ...others] = found.filter(({ address }) => reach.allows(address));
      if (first === undefined) {
        const addresses = found.map(({ address }) => address);
        return done(new AddressRefused(host, addresses), []);
      }
      return all ? done(null, [first, ...others]) : done(null, first.address, first.family);
    });
  };
}

async function whole(response: IncomingMessage): Promise<Response> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > BODY_AT_MOST_BYTES) {
      throw new Error(`the answer is longer than ${BODY_AT_MOST_BYTES} bytes`);
    }
    pieces.push(piece);
  }
  const { statusCode: status = 0, statusMessage = "", headersDistinct } = response;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const body = WITHOUT_BODY.includes(status) ? null : Buffer.concat(pieces);
  return new Response(body, { status, statusText: statusMessage, headers });
}
