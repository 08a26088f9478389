import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { INBOX_EVENTS_PATH } from "#contract";
import { nodeHttp } from "../platform/node-http.ts";
import { logAnswer } from "./request-log.ts";
import { nameOf } from "./metrics-routes.ts";

/** Output of an open stream of events. */
export interface StreamOutput {
  readonly destroyed: boolean;
  write(text: string): unknown;
  end(): unknown;
  /** Calls back when the connection is gone, for whatever reason. */
  once(event: "close", listener: () => void): void;
}

const SAID = Symbol("whether the head asked for an upgrade");

/**
 * A request as Node makes them, except that one for a stream of events counts as an upgrade: Node lets go then of all that
 * it keeps of a connection for HTTP, its parser above all. 3,000 streams take 20 MB in place of 57 in a bare server.
 */
export class UpgradingRequest extends nodeHttp.IncomingMessage {
  [SAID]: boolean | null | undefined;

  get upgrade(): boolean {
    return this[SAID] === true || isForStream(this);
  }

  set upgrade(said: boolean | null) {
    this[SAID] = said;
  }
}

/** Returns whether a request opens a stream of events. What Node itself must look at first is none: bodies, lack of a host. */
export function isForStream(request: IncomingMessage): boolean {
  const { url = "", method } = request;
  if (!url.startsWith(INBOX_EVENTS_PATH) || method !== "GET") return false;
  const { headers } = request;
  return (
    headers.host !== undefined &&
    headers.expect === undefined &&
    headers["content-length"] === undefined &&
    headers["transfer-encoding"] === undefined
  );
}

const released = new WeakSet<ServerResponse>();

/** Answers requests for streams as any other, on connections that Node's HTTP has let go of. */
export function answerStreams(app: FastifyInstance): void {
  app.server.on("upgrade", (request: IncomingMessage, stream) => {
    const socket = stream as Socket;
    socket.on("error", ignore).on("timeout", cut).on("end", endBoth);
    // what still comes is nothing that anybody waits for
    socket.resume();
    const response = new nodeHttp.ServerResponse(request);
    response.shouldKeepAlive = false;
    try {
      response.assignSocket(socket);
    } catch {
      // an earlier answer is still under way here, and nobody but an attacker sends before it has come
      socket.destroy();
      return;
    }
    response.once("finish", () => {
      response.detachSocket(socket);
      socket.destroySoon();
    });
    released.add(response);
    app.routing(request, response);
  });
}

function ignore(): void {}
function cut(this: Socket): void {
  this.destroy();
}
function endBoth(this: Socket): void {
  this.end();
}

/** Sends the head of an answer that is a stream, and lets go of its request; the log and the metrics hear of its end. */
export function openStream(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): StreamOutput {
  const { raw } = reply.hijack();
  raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
  const { socket } = raw;
  if (!released.has(raw) || socket === null) return outputOf(raw);
  raw.flushHeaders();
  raw.detachSocket(socket);
  const { log, method, url } = request;
  const name = nameOf(request);
  const since = performance.now() - reply.elapsedTime;
  return new ReleasedOutput(socket, raw.chunkedEncoding, () => {
    const ms = performance.now() - since;
    app.measureAnswer(name, 200, ms);
    logAnswer(log, { req: { method, url }, status: 200, ms });
  });
}

function outputOf(raw: ServerResponse): StreamOutput {
  // a connection that breaks while it is written to closes, too
  raw.on("error", ignore);
  return {
    get destroyed() {
      return raw.destroyed;
    },
    write: (text) => void raw.write(text),
    end: () => void raw.end(),
    once: (event, listener) => void raw.once(event, listener),
  };
}

class ReleasedOutput implements StreamOutput {
  readonly #socket: Socket;
  readonly #isChunked: boolean;
  readonly #onSent: () => void;

  constructor(socket: Socket, isChunked: boolean, onSent: () => void) {
    this.#socket = socket;
    this.#isChunked = isChunked;
    this.#onSent = onSent;
  }

  get destroyed(): boolean {
    return this.#socket.destroyed;
  }

  write(text: string): void {
    const length = Buffer.byteLength(text).toString(16);
    this.#socket.write(this.#isChunked ? `${length}\r\n${text}\r\n` : text);
  }

  end(): void {
    this.#socket.once("finish", this.#onSent);
    this.#socket.end(this.#isChunked ? "0\r\n\r\n" : "");
    this.#socket.destroySoon();
  }

  once(event: "close", listener: () => void): void {
    this.#socket.once(event, listener);
  }
}
