import type { FastifyRequest, FastifyServerOptions } from "fastify";
import type { Config } from "../config.ts";

const SECRET_NAMES = [
  "authorization",
  "cookie",
  "credential",
  "jwt",
  "password",
  "secret",
  "ticket",
  "token",
];
const HIDDEN = "[hidden]";
/** A secret inside a text, where no name guards it: an address, a header, a form. */
const SECRET_IN_TEXT =
  /((?:[?&;\s"']|^)(?:jwt|ticket|token|password|credential|secret)=|(?:bearer|basic) )[\w%.~+/=-]+/gi;

/** Takes each finished line, its end included. */
export interface LogDestination {
  write(line: string): void;
}

type LogOptions = Exclude<FastifyServerOptions["logger"], boolean | undefined>;

/** The app's log: one JSON object a line, in which no secret is ever written (OP-04). */
export function logOptions(
  level: Config["logLevel"],
  destination: LogDestination = process.stdout,
): LogOptions {
  return {
    level,
    stream: destination,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: {
      paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: HIDDEN,
    },
    serializers: { req: loggedRequest, err: loggedError },
    hooks: { streamWrite: (line: string) => line.replace(SECRET_IN_TEXT, `$1${HIDDEN}`) },
  };
}

/** What a log line tells of a request: never its query, headers or body. */
function loggedRequest(request: FastifyRequest) {
  return { method: request.method, path: pathOf(request.url) };
}

export function pathOf(url: string): string {
  const end = url.search(/[?#;]/);
  return end < 0 ? url : url.slice(0, end);
}

type LoggedError = { type: string; message: string; stack: string; [name: string]: unknown };

/** Named fields only: what a database driver hangs on an error holds the values of the query. */
function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: String(error), stack: "" };
  }
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack ?? "",
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(error.cause !== undefined && { cause: loggedError(error.cause) }),
  };
}
