import { randomBytes } from "node:crypto";
import { type FastifyReply, type FastifyRequest, LogController } from "fastify";

/** Milliseconds from which a request is slow and logged at the usual level. */
const SLOW_MS = 1000;

/**
 * Logs one line for each finished request: at `debug`, slow ones at `info`. The proxy in front keeps the full access
 * log.
 */
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
    const answer = { req: request, status: reply.statusCode, ms: reply.elapsedTime };
    logAnswer(request.log, answer, error ?? null);
  }
}

interface Answer {
  req: Pick<FastifyRequest, "method" | "url">;
  status: number;
  ms: number;
}

/** Logs the line of a finished request. */
export function logAnswer(
  log: FastifyRequest["log"],
  answer: Answer,
  error: Error | null = null,
): void {
  const ms = Math.round(answer.ms);
  const level = error || ms >= SLOW_MS ? "info" : "debug";
  log[level]({ ...answer, ms, ...(error && { err: error }) }, "answered");
}

/** Returns a maker of request ids that differ between nodes and restarts. */
export function requestIds(): () => string {
  const node = randomBytes(6).toString("base64url");
  let count = 0;
  return () => `${node}-${(count += 1).toString(36)}`;
}
