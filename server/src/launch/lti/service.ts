import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isOpenToClass } from "../../catalogue/api.ts";
import { networkOf } from "../../platform/networks.ts";
import { hashSecret } from "../../platform/secret.ts";
import { platformAddress } from "../../platform/platform-address.ts";
import { noteRefused } from "../audit.ts";
import { findContext, type ToolContext } from "./contexts.ts";
import { findTool, scopesOf, type Tool } from "./tool.ts";

const PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 200;

/** The refusal of a tool's server. The description is for its log: ASCII, as OAuth wants it. */
export class ServiceRefusal extends Error {
  override readonly name = "ServiceRefusal";
  readonly status: number;
  readonly error: string;
  /** Seconds. */
  readonly retryAfter: number | undefined;

  constructor(status: number, error: string, description: string, retryAfter?: number) {
    super(description);
    this.status = status;
    this.error = error;
    this.retryAfter = retryAfter;
  }
}

/** Refuses a network whose tokens and assertions were refused too often within a minute. */
export function limitRefused(app: FastifyInstance, request: FastifyRequest): void {
  const { refusedTools } = app.launchDeps;
  const wait = refusedTools.secondsUntilFree(networkOf(request.ip), app.now().getTime());
  if (wait > 0) throw new ServiceRefusal(429, "temporarily_unavailable", "too many refused", wait);
}

/** Counts a token or an assertion that was refused. */
export function countRefused(app: FastifyInstance, request: FastifyRequest): void {
  app.launchDeps.refusedTools.secondsToWait(networkOf(request.ip), 1, app.now().getTime());
}

/** Answers the faults of a tool's request in OAuth's form, never in the platform's envelope. */
export function answerServiceErrors(scope: FastifyInstance): void {
  scope.setErrorHandler((error: FastifyError | ServiceRefusal, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    noteRefused(request, { kind: "lti", reason: `${refusal.error}: ${refusal.message}` });
    if (refusal.status === 401) {
      void reply.header("www-authenticate", `Bearer error="${refusal.error}"`);
    }
    if (refusal.retryAfter !== undefined) void reply.header("retry-after", refusal.retryAfter);
    return reply
      .code(refusal.status)
      .type("application/json; charset=utf-8")
      .send(JSON.stringify({ error: refusal.error, error_description: refusal.message }));
  });
}

function refusalOf(error: FastifyError | ServiceRefusal): ServiceRefusal | undefined {
  if (error instanceof ServiceRefusal) return error;
  const { validation, statusCode } = error;
  if (validation !== undefined) {
    const paths = validation.map(({ instancePath }) => instancePath || "/").join(", ");
    return new ServiceRefusal(400, "invalid_request", `the body does not fit at ${paths}`);
  }
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500) return undefined;
  return new ServiceRefusal(statusCode, "invalid_request", "the request cannot be read");
}

/** A tool's server, with one class that it was opened from. */
export interface ServiceCall {
  tool: Tool;
  context: ToolContext;
  /** The address of the class's services. */
  address: string;
}

/**
 * Returns the tool that calls a service and the class it asks about. Wants a live access token with one of the scopes,
 * of a tool that the school still allows, for a class from which it was opened. Another tool's class does not exist for
 * it. Throws `ServiceRefusal`.
 */
export async function serviceCall(
  app: FastifyInstance,
  request: FastifyRequest,
  scopes: readonly string[],
): Promise<ServiceCall> {
  limitRefused(app, request);
  const token = /^bearer ([\w-]{20,100})$/i.exec(request.headers.authorization ?? "")?.[1];
  const row =
    token === undefined
      ? undefined
      : await app.db
          .selectFrom("lti_access_token")
          .select(["app_id", "scopes"])
          .where("token_hash", "=", hashSecret(token))
          .where("expires_at", ">", app.now())
          .executeTakeFirst();
  const tool = row && (await findTool(app, row.app_id));
  if (row === undefined || tool === undefined) {
    countRefused(app, request);
    throw new ServiceRefusal(401, "invalid_token", "the access token is unknown or has expired");
  }
  const allowed = scopesOf(tool);
  // 403 would be usual, and is never answered by this platform (ER-08)
  if (!scopes.some((scope) => row.scopes.includes(scope) && allowed.includes(scope))) {
    throw new ServiceRefusal(400, "insufficient_scope", "the access token is not for this");
  }
  const { context: id = "" } = request.params as { context?: string };
  const context = isId(id) ? await findContext(app.db, row.app_id, id) : undefined;
  if (context === undefined || !isOpenTo(tool, context, app.now())) {
    throw new ServiceRefusal(404, "not_found", "there is no such context");
  }
  return { tool, context, address: `${platformAddress(app.config)}/lti/contexts/${id}` };
}

function isOpenTo({ entry }: Tool, context: ToolContext, now: Date): boolean {
  const { school_id, parent_id, stage_id, grade_id, class_id } = context;
  const at = { stage_ids: [stage_id], grade_ids: [grade_id], class_ids: [class_id] };
  return isOpenToClass(entry, { school_id, parent_id, ...at }, now.getTime());
}

/** Returns whether a text has the form of the platform's ids: the database refuses some texts. */
export function isId(id: string): boolean {
  return /^[\w-]{1,64}$/.test(id);
}

export interface PageOf {
  limit: number;
  offset: number;
  page: number;
}

/** Returns the requested page of a list. */
export function pageOf(query: Readonly<Record<string, unknown>>): PageOf {
  const limit = whole(query["limit"], PAGE_SIZE);
  const page = whole(query["page"], 1);
  if (limit === undefined || page === undefined || page > 10_000) {
    throw new ServiceRefusal(400, "invalid_request", "limit and page are whole numbers from 1");
  }
  const size = Math.min(limit, MAX_PAGE_SIZE);
  return { limit: size, page, offset: (page - 1) * size };
}

function whole(given: unknown, otherwise: number): number | undefined {
  if (given === undefined) return otherwise;
  if (typeof given !== "string" || !/^[1-9]\d{0,8}$/.test(given)) return undefined;
  return Number(given);
}

/** Returns one text of a query; refuses one that is given twice or too long. */
export function text(query: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || value === "") return undefined;
  if (typeof value !== "string" || value.length > 255 || value.includes("\u0000")) {
    throw new ServiceRefusal(400, "invalid_request", `${name} cannot be read`);
  }
  return value;
}

/**
 * Sends an answer in exactly this media type: as bytes, since a text would be given a charset that the type does not
 * have.
 */
export function sendAs(reply: FastifyReply, media: string, body: unknown): FastifyReply {
  return reply.type(media).send(Buffer.from(JSON.stringify(body)));
}

/** Sends a list in its media type, with a link to the next page where there is one. */
export function sendPage(
  reply: FastifyReply,
  { media, body, next }: { media: string; body: unknown; next: string | undefined },
): FastifyReply {
  if (next !== undefined) reply.header("link", `<${next}>; rel="next"`);
  return sendAs(reply, media, body);
}

/** Returns the address of the next page of this list. */
export function nextPage(
  address: string,
  query: Readonly<Record<string, unknown>>,
  { page }: PageOf,
): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  url.searchParams.set("page", String(page + 1));
  return url.href;
}
