import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isAppSecret } from "../http/admission.ts";
import { hashSecret, newSecret } from "../platform/secret.ts";
import { networkOf } from "../platform/networks.ts";
import { WindowLimit } from "../platform/window-limit.ts";
import type { RosterApp } from "./refresh.ts";
import { RosterRefusal } from "./status-info.ts";
import { CORE_SCOPE, DEMOGRAPHICS_SCOPE, ROSTER_SCOPE, TOKEN_PATH } from "./vocabulary.ts";

const TOKEN_SECONDS = 3600;
/** Refused requests for a token from one address within a minute. */
const MAX_REFUSED = 30;
/** Tokens of one app within a minute. */
const MAX_TOKENS = 60;

type OAuthError =
  | "invalid_client"
  | "invalid_request"
  | "invalid_scope"
  | "temporarily_unavailable"
  | "unsupported_grant_type";

/** Returns the app, if its entry allows it to read a roster. */
async function rosterApp(
  { catalogue }: Pick<FastifyInstance, "catalogue">,
  id: string,
): Promise<RosterApp | undefined> {
  const entry = await catalogue.app(id);
  return entry === undefined || entry.roster === null ? undefined : (entry as RosterApp);
}

/** Returns the scopes that are open to the app. */
function scopesOf({ roster }: RosterApp): string[] {
  return [CORE_SCOPE, ROSTER_SCOPE, ...(roster.demographics ? [DEMOGRAPHICS_SCOPE] : [])];
}

/** Serves access tokens to apps' servers: OAuth 2.0 client credentials, as the standard's security framework wants. */
export function serveToken(scope: FastifyInstance): void {
  const refused = new WindowLimit(MAX_REFUSED);
  const given = new WindowLimit(MAX_TOKENS);
  scope.post(TOKEN_PATH, async (request, reply) => {
    const now = scope.now().getTime();
    const refuse = (status: number, error: OAuthError, why: string, app_id?: string) => {
      scope.audit.note(request, {
        action: "roster-token",
        outcome: "refused",
        ...(app_id !== undefined && { object: { kind: "app", id: app_id } }),
        detail: { reason: error },
      });
      return oauthError(reply, status, error, why);
    };
    const wait = refused.secondsUntilFree(networkOf(request.ip), now);
    const form = (request.body ?? {}) as Record<string, unknown>;
    const { id, secret } = credentialsOf(request, form);
    const isProven = wait === 0 && (await isAppSecret(scope.db, id, secret));
    const entry = isProven ? await rosterApp(scope, id) : undefined;
    if (entry === undefined) {
      const seconds = refused.secondsToWait(networkOf(request.ip), 1, now);
      if (seconds > 0) {
        void reply.header("retry-after", seconds);
        return refuse(429, "temporarily_unavailable", "too many refused requests");
      }
      // one answer for an unknown app, a wrong secret and an app that may read nothing
      void reply.header("www-authenticate", `Basic realm="OneRoster"`);
      return refuse(401, "invalid_client", "the client may not read a roster here");
    }
    if (form["grant_type"] !== "client_credentials") {
      return refuse(400, "unsupported_grant_type", "only client_credentials", entry.id);
    }
    const open = scopesOf(entry);
    const asked = typeof form["scope"] === "string" ? form["scope"].split(/\s+/) : [];
    const scopes = asked.join("") === "" ? open : open.filter((one) => asked.includes(one));
    if (scopes.length === 0) {
      return refuse(400, "invalid_scope", "none of the scopes is open to this client", entry.id);
    }
    const seconds = given.secondsToWait(entry.id, 1, now);
    if (seconds > 0) {
      void reply.header("retry-after", seconds);
      return refuse(429, "temporarily_unavailable", "a token holds for an hour", entry.id);
    }
    const access_token = newSecret();
    await scope.db
      .insertInto("one_roster_token")
      .values({
        token_hash: hashSecret(access_token),
        app_id: entry.id,
        scopes,
        expires_at: new Date(now + TOKEN_SECONDS * 1000),
      })
      .execute();
    await scope.audit.record(request, {
      action: "roster-token",
      actor: { app_id: entry.id },
      object: { kind: "app", id: entry.id },
      detail: { scopes: scopes.map((one) => one.slice(one.lastIndexOf("/") + 1)) },
    });
    const body = { access_token, token_type: "Bearer", expires_in: TOKEN_SECONDS };
    return send(reply, { ...body, scope: scopes.join(" ") });
  });
}

function send(reply: FastifyReply, body: object): FastifyReply {
  return reply
    .header("cache-control", "no-store")
    .type("application/json")
    .send(JSON.stringify(body));
}

function oauthError(reply: FastifyReply, status: number, error: OAuthError, why: string) {
  return send(reply.code(status), { error, error_description: why });
}

/** Returns the client's id and secret, by HTTP Basic or in the form (RFC 6749, 2.3.1). */
function credentialsOf(
  { headers }: FastifyRequest,
  form: Record<string, unknown>,
): { id: string; secret: string } {
  const [scheme, encoded = ""] = headers.authorization?.split(" ") ?? [];
  if (scheme?.toLowerCase() === "basic") {
    const [id = "", ...secret] = Buffer.from(encoded, "base64").toString("utf8").split(":");
    return { id: plain(id), secret: plain(secret.join(":")) };
  }
  const { client_id, client_secret } = form;
  if (typeof client_id !== "string" || typeof client_secret !== "string") {
    return { id: "", secret: "" };
  }
  return { id: client_id, secret: client_secret };
}

function plain(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

/**
 * Returns the app that sends a live token with one of the wanted scopes. Throws `RosterRefusal` 401 also where the scope is
 * missing: 403 is never answered by this platform (ER-08). A network whose tokens were `refused` too often waits.
 */
export async function bearerOf(
  app: FastifyInstance,
  request: FastifyRequest,
  wanted: readonly string[],
  refused: WindowLimit,
): Promise<{ entry: RosterApp; token_hash: string }> {
  const network = networkOf(request.ip);
  const now = app.now();
  const wait = refused.secondsUntilFree(network, now.getTime());
  if (wait > 0) throw new RosterRefusal(429, "server_busy", "too many refused tokens", wait);
  const token = /^bearer ([\w-]{20,100})$/i.exec(request.headers.authorization ?? "")?.[1];
  const token_hash = token === undefined ? undefined : hashSecret(token);
  const row =
    token_hash === undefined
      ? undefined
      : await app.db
          .selectFrom("one_roster_token")
          .select(["app_id", "scopes"])
          .where("token_hash", "=", token_hash)
          .where("expires_at", ">", now)
          .executeTakeFirst();
  const entry = row && (await rosterApp(app, row.app_id));
  if (row === undefined || entry === undefined || token_hash === undefined) {
    refused.secondsToWait(network, 1, now.getTime());
    throw unauthorised("the access token is unknown or has expired");
  }
  const allowed = scopesOf(entry);
  if (!wanted.some((one) => row.scopes.includes(one) && allowed.includes(one))) {
    throw unauthorised("the access token is not for this");
  }
  return { entry, token_hash };
}

function unauthorised(description: string): RosterRefusal {
  return new RosterRefusal(401, "unauthorisedrequest", description);
}
