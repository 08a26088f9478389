import { LogController, type FastifyReply, type FastifyRequest } from "fastify";

/** From here on a request is worth a line of its own at the usual level. */
const SLOW_MS = 1000;

/** One line a request, when it is done: at `debug`, slow ones at `info`. The proxy in front keeps the full access log. */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: "request_id" });
  }

  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const ms = Math.round(reply.elapsedTime);
    const level = error || ms >= SLOW_MS ? "info" : "debug";
    const line = { req: request, status: reply.statusCode, ms, ...(error && { err: error }) };
    request.log[level](line, "answered");
  }
}
