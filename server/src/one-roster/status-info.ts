import type { FastifyInstance } from "fastify";
import { isTransient } from "../database/unavailable.ts";
import { secondsUntilReachable } from "../http/refusal.ts";

/** The minor codes of the rostering service that this provider answers. */
export type CodeMinor =
  | "forbidden"
  | "internal_server_error"
  | "invalid_filter_field"
  | "invalid_selection_field"
  | "invaliddata"
  | "server_busy"
  | "unauthorisedrequest"
  | "unknownobject";

/** The refusal of an app's server. The description is for its log: ASCII. */
export class RosterRefusal extends Error {
  override readonly name = "RosterRefusal";
  readonly status: number;
  readonly minor: CodeMinor;
  /** Seconds. */
  readonly retryAfter: number | undefined;

  constructor(status: number, minor: CodeMinor, description: string, retryAfter?: number) {
    super(description);
    this.status = status;
    this.minor = minor;
    this.retryAfter = retryAfter;
  }
}

/** Returns the standard's body of a failure. */
function statusInfo(minor: CodeMinor, description: string): object {
  return {
    imsx_codeMajor: "failure",
    imsx_severity: "error",
    imsx_description: description,
    imsx_CodeMinor: {
      imsx_codeMinorField: [
        { imsx_codeMinorFieldName: "TargetEndSystem", imsx_codeMinorFieldValue: minor },
      ],
    },
  };
}

/** Answers faults as the standard's `imsx_StatusInfo`, never in the platform's envelope. */
export function answerStatusInfo(scope: FastifyInstance): void {
  scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal === undefined || isTransient(error)) {
      request.log.error({ err: error }, "a request of OneRoster failed");
    }
    if (refusal === undefined) {
      return reply
        .code(500)
        .type("application/json")
        .send(JSON.stringify(statusInfo("internal_server_error", "the request failed here")));
    }
    if (refusal.status === 401) void reply.header("www-authenticate", "Bearer");
    if (refusal.retryAfter !== undefined) void reply.header("retry-after", refusal.retryAfter);
    return reply
      .code(refusal.status)
      .type("application/json")
      .send(JSON.stringify(statusInfo(refusal.minor, refusal.message)));
  });
  scope.setNotFoundHandler((_request, reply) =>
    reply
      .code(404)
      .type("application/json")
      .send(JSON.stringify(statusInfo("unknownobject", "there is no such path"))),
  );
}

function refusalOf(error: Error & { statusCode?: number }): RosterRefusal | undefined {
  if (error instanceof RosterRefusal) return error;
  if (isTransient(error)) {
    return new RosterRefusal(503, "server_busy", "come back later", secondsUntilReachable());
  }
  const { statusCode } = error;
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500) return undefined;
  return new RosterRefusal(statusCode, "invaliddata", "the request cannot be read");
}
