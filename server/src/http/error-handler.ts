import type { Socket } from "node:net";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { REFUSALS } from "#contract";
import { codeOf, isDiskFull, isTransient } from "../database/unavailable.ts";
import { inputErrors } from "./input-errors.ts";
import { nodeHttp } from "../platform/node-http.ts";
import { pathOf } from "../platform/logger.ts";
import { Refusal, secondsUntilReachable } from "./refusal.ts";

/** The prefix of paths that always answer in the envelope. */
const CALLS_BELOW = "/dt-";
const LAST_WORDS_MS = 1000;
/** PostgreSQL's codes for text that it cannot hold: with NUL, as itself or escaped in JSON. */
const UNSTORABLE_TEXT = ["22021", "22P05"];

/** Answers every refusal and every fault of the app in the envelope. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) =>
    sendRefusal(reply, refusalOf(error, request, reply)),
  );
  app.setNotFoundHandler((request, reply) => {
    if (pathOf(request.url).startsWith(CALLS_BELOW)) {
      return sendRefusal(reply, new Refusal("notFound"));
    }
    return reply.code(404).type("text/plain; charset=utf-8").send("页面不存在\n");
  });
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retryAfter !== undefined) reply.header("retry-after", String(refusal.retryAfter));
  const { code, data, message } = refusal;
  return reply
    .code(refusal.status)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send(JSON.stringify({ code, data, msg: message }));
}

/** Answers a malformed address, which never reaches a route, like any other unknown one. */
export function refuseBadAddress(
  _error: FastifyError,
  _request: FastifyRequest,
  reply: FastifyReply,
): void {
  sendRefusal(reply, new Refusal("notFound"));
}

/** Answers bytes that are not HTTP. The packet is not logged: it may hold a token. */
export function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = error.code === "HPE_HEADER_OVERFLOW" ? REFUSALS.tooLarge : REFUSALS.badInput;
  const { code, msg } = refusal;
  const status = error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : refusal.status;
  const body = JSON.stringify({ code, data: null, msg });
  socket.end(
    `HTTP/1.1 ${status} ${nodeHttp.STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // the other side may read the answer first; it need not end its own half of the connection
  setTimeout(() => socket.destroy(), LAST_WORDS_MS).unref();
}

function refusalOf(error: unknown, request: FastifyRequest, reply: FastifyReply): Refusal {
  if (error instanceof Refusal) {
    if (error.cause !== undefined) request.log.info({ req: request, err: error }, "refused");
    return error;
  }
  const { validation, statusCode } = error as Partial<FastifyError>;
  if (validation !== undefined) {
    return new Refusal("badInput", { data: { errors: inputErrors(validation) } });
  }
  if (isTransient(error)) {
    // PostgreSQL's own sentence of a full disk often names neither disk nor room
    const what = isDiskFull(error)
      ? "the disk of the database is full"
      : "the database failed for now";
    request.log.error({ req: request, err: error }, what);
    return new Refusal("notReady", { retryAfter: secondsUntilReachable() });
  }
  if (UNSTORABLE_TEXT.includes(codeOf(error) ?? "")) {
    const errors = [{ path: "", message: "不能含有无法保存的字符" }];
    return new Refusal("badInput", { data: { errors } });
  }
  if (statusCode === 413) return new Refusal("tooLarge");
  if (statusCode === 404 || statusCode === 403) return new Refusal("notFound");
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    const message = statusCode === 415 ? "不支持这种内容类型" : "内容的格式无法识别";
    return new Refusal("badInput", { data: { errors: [{ path: "", message }] } });
  }
  request.log.error({ req: request, err: error }, "fault");
  return new Refusal("fault", { data: { request_id: reply.request.id } });
}
