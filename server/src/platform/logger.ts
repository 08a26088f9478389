import type { FastifyRequest, FastifyServerOptions } from "fastify";
import type { Config } from "./config.ts";

const NAMES = "authorization|cookie|credential|jwt|password|secret|ticket|token";
const HIDDEN = "[hidden]";
/** Matches a secret field, however deep in the line. */
const SECRET_FIELD = new RegExp(`"(${NAMES})":"(?:[^"\\\\]|\\\\.)*"`, "gi");
/** Matches a secret field in a text that is itself JSON. */
const SECRET_QUOTED = new RegExp(`\\\\"(${NAMES})\\\\":\\s*\\\\".*?\\\\"`, "gi");
/** Matches a secret inside a text: an address, a header, a form. */
const SECRET_IN_TEXT = new RegExp(
  `((?:[?&;\\s"']|^)(?:${NAMES})=|(?:bearer|basic) )[\\w%.~+/=-]+`,
  "gi",
);

/** Receives each finished line, its line end included. */
export interface LogDestination {
  write(line: string): void;
}

type LogOptions = Exclude<FastifyServerOptions["logger"], boolean | undefined>;

/** Returns the options of the app's log: one JSON object a line, in which no secret is ever written (OP-04). */
export function logOptions(
  level: Config["logLevel"],
  destination: LogDestination = process.stdout,
): LogOptions {
  return {
    level,
    stream: destination,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { req: loggedRequest, err: loggedError },
    hooks: { streamWrite: hideSecrets },
  };
}

/** Removes secrets from a finished line: pino's own redaction would cost every request, whether it is logged or not. */
function hideSecrets(line: string): string {
  return line
    .replace(SECRET_FIELD, `"$1":"${HIDDEN}"`)
    .replace(SECRET_QUOTED, `\\"$1\\":\\"${HIDDEN}\\"`)
    .replace(SECRET_IN_TEXT, `$1${HIDDEN}`);
}

/** Matches a secret in a path, as `newSecret` makes them: that of a calendar's address (`CALENDAR_PATH`). */
const SECRET_IN_PATH = /[\w-]{43,}/g;

/** Returns the method and path of a request for the log: never its query, headers or body, nor a secret in the path. */
function loggedRequest(request: FastifyRequest) {
  return { method: request.method, path: pathOf(request.url).replaceAll(SECRET_IN_PATH, HIDDEN) };
}

export function pathOf(url: string): string {
  const end = url.search(/[?#;]/);
  return end < 0 ? url : url.slice(0, end);
}

type LoggedError = { type: string; message: string; stack: string; [name: string]: unknown };

/** Returns named fields of an error only: those that a database driver adds hold the values of the query. */
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
