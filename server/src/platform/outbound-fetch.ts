import { lookup, type LookupAddress } from "node:dns";
import type { IncomingMessage } from "node:http";
import { request as secureRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { AllowedAddresses } from "./allowed-addresses.ts";
import { nodeHttp } from "./node-http.ts";

/** The part of `fetch` that is needed to call others: the answer arrives whole, and redirections are not followed. */
export type OutboundFetch = (address: string | URL, init?: OutboundRequest) => Promise<Response>;

export interface OutboundRequest {
  method?: string | undefined;
  headers?: ConstructorParameters<typeof Headers>[0];
  body?: string | URLSearchParams | Uint8Array | undefined;
  signal?: AbortSignal | null | undefined;
}

export interface OutboundRules {
  /** Internal addresses and networks that may be called. */
  networks: readonly string[];
  /** The setting that lists them, for who runs the platform. */
  setting: string;
  /** The most bytes of an answer. */
  maxBodyBytes: number;
  /** Milliseconds until an answer must have come whole. */
  timeoutMs: number;
  /** True wants https wherever the address is not of one of the networks. */
  httpsOnly?: boolean;
  /** True wants the protocol's own port wherever the address is not of one of the networks. */
  defaultPortOnly?: boolean;
}

/** Statuses whose answers have no body, as `Response` wants it. */
const WITHOUT_BODY = [204, 205, 304];

/** Thrown when an address leads into a network that the operator has not opened. */
export class AddressRefused extends Error {
  override readonly name = "AddressRefused";

  constructor(host: string, addresses: readonly string[], setting: string) {
    super(`${host} is at ${addresses.join(", ")}, which is internal and not listed in ${setting}`);
  }
}

/** Thrown when an answer is longer than the rules allow. */
export class ResponseTooLarge extends Error {
  override readonly name = "ResponseTooLarge";
}

/** Returns every address of a host name. */
export type Resolve = (
  host: string,
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

const resolveBySystem: Resolve = (host, done) => lookup(host, { all: true }, done);

/**
 * Returns the function that calls addresses that people named. None may lead into this machine or an internal network
 * that the rules do not list. The connection goes only to the addresses that were checked, so a name that resolves
 * differently the next time gains nothing.
 */
export function makeOutboundFetch(
  rules: OutboundRules,
  resolve: Resolve = resolveBySystem,
): OutboundFetch {
  const {
    networks,
    setting,
    timeoutMs,
    maxBodyBytes,
    httpsOnly = false,
    defaultPortOnly = false,
  } = rules;
  const allowed = new AllowedAddresses(networks);
  return async (address, { method = "GET", headers, body, signal } = {}) => {
    const url = new URL(address);
    if (!/^https?:$/.test(url.protocol)) throw new TypeError(`${url.protocol} is not called`);
    const isListedOnly =
      (httpsOnly && url.protocol === "http:") || (defaultPortOnly && url.port !== "");
    const allows = (one: string) => allowed.allows(one) && (!isListedOnly || allowed.lists(one));
    const host = url.hostname.replace(/^\[|\]$/g, "");
    // an address that is no name is connected to without being looked up
    if (isIP(host) !== 0 && !allows(host)) throw new AddressRefused(host, [host], setting);
    const sent = new Headers(headers);
    if (body instanceof URLSearchParams && !sent.has("content-type")) {
      sent.set("content-type", "application/x-www-form-urlencoded;charset=UTF-8");
    }
    const bounds = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
    const send = url.protocol === "https:" ? secureRequest : nodeHttp.request;
    return new Promise((answer, fail) => {
      const request = send(url, {
        method,
        headers: Object.fromEntries(sent),
        // a connection of its own: none that was judged for another name is taken up again
        agent: false,
        lookup: judgedLookup(allows, resolve, setting),
        signal: AbortSignal.any(bounds),
      });
      request.once("error", fail);
      // else Node closes the connection, and says neither what came nor that nothing did
      request.once("upgrade", ({ statusCode }, socket) => {
        socket.destroy();
        fail(new Error(`the other side answered ${statusCode}`));
      });
      request.once("response", (response) => void whole(response, maxBodyBytes).then(answer, fail));
      request.end(body instanceof Uint8Array ? body : body?.toString());
    });
  };
}

/** Returns a look-up that yields only the addresses that may be called. */
function judgedLookup(
  allows: (address: string) => boolean,
  resolve: Resolve,
  setting: string,
): LookupFunction {
  return (host, { all }, done) => {
    resolve(host, (error, found) => {
      if (error !== null) return done(error, []);
      const [first, ...others] = found.filter(({ address }) => allows(address));
      if (first === undefined) {
        const addresses = found.map(({ address }) => address);
        return done(new AddressRefused(host, addresses, setting), []);
      }
      return all ? done(null, [first, ...others]) : done(null, first.address, first.family);
    });
  };
}

async function whole(response: IncomingMessage, maxBodyBytes: number): Promise<Response> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxBodyBytes)
      throw new ResponseTooLarge(`the answer is longer than ${maxBodyBytes} bytes`);
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
