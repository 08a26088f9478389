import type { FastifyInstance } from "fastify";
import { hashSecret, newSecret } from "../../platform/secret.ts";
import { platformAddress } from "../../platform/platform-address.ts";
import { grantedScopes, type Fields } from "./rules.ts";
import { countRefused, ServiceRefusal, limitRefused } from "./service.ts";
import { findTool, scopesOf, type Tool } from "./tool.ts";
import { KeysUnreachableError, verifiedByTool } from "./tool-keys.ts";

const TOKEN_PATH = "/lti/token";
const TOKEN_SECONDS = 3600;
const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
const MAX_ASSERTION_LENGTH = 8192;
const MAX_JTI_LENGTH = 512;
/** Milliseconds after which an assertion is too old, whatever the clocks. */
const MAX_ASSERTION_AGE_MS = 3_600_000;

/** Serves access tokens for the services to tools' servers (LTI security framework 1.0, 4.1). */
export function serveToken(scope: FastifyInstance): void {
  scope.post(TOKEN_PATH, async (request, reply) => {
    const form = (request.body ?? {}) as Fields;
    if (form["grant_type"] !== "client_credentials") {
      throw new ServiceRefusal(400, "unsupported_grant_type", "only client_credentials");
    }
    limitRefused(scope, request);
    const tool = await authenticate(scope, form).catch((error: unknown) => {
      if (error instanceof ServiceRefusal) countRefused(scope, request);
      throw error;
    });
    const asked = form["scope"];
    const scopes = typeof asked === "string" ? grantedScopes(asked, scopesOf(tool)) : [];
    if (scopes.length === 0) {
      throw new ServiceRefusal(400, "invalid_scope", "none of the scopes is open to this tool");
    }
    const access_token = newSecret();
    const expires_at = new Date(scope.now().getTime() + TOKEN_SECONDS * 1000);
    const token_hash = hashSecret(access_token);
    await scope.db
      .insertInto("lti_access_token")
      .values({ token_hash, app_id: tool.entry.id, scopes, expires_at })
      .execute();
    return reply.type("application/json; charset=utf-8").send(
      JSON.stringify({
        access_token,
        token_type: "Bearer",
        expires_in: TOKEN_SECONDS,
        scope: scopes.join(" "),
      }),
    );
  });
}

/** Returns the tool that signed the assertion, which is accepted once (RFC 7523). */
async function authenticate(app: FastifyInstance, form: Fields): Promise<Tool> {
  const refused = (why: string) => new ServiceRefusal(400, "invalid_client", why);
  const { client_assertion: jwt, client_assertion_type: type } = form;
  if (type !== ASSERTION_TYPE || typeof jwt !== "string" || jwt.length > MAX_ASSERTION_LENGTH) {
    throw refused("a signed client_assertion is wanted");
  }
  const tool = await findTool(app, await issuerOf(jwt));
  if (tool === undefined) throw refused("the client is unknown");
  const { id } = tool.entry;
  if (form["client_id"] !== undefined && form["client_id"] !== id) {
    throw refused("client_id is not who signed");
  }
  const origin = platformAddress(app.config);
  const payload = await verifiedByTool(tool, jwt, {
    issuer: id,
    subject: id,
    audience: [origin + TOKEN_PATH, origin],
    now: app.now(),
    callApp: app.launchDeps.callApp,
  }).catch((error: unknown) => {
    if (!(error instanceof KeysUnreachableError)) throw error;
    app.log.warn({ err: error }, "a tool's keys are out of reach");
    throw refused("the client's keys cannot be fetched");
  });
  if (payload === undefined) throw refused("the assertion is not valid");
  const { jti, exp = 0 } = payload;
  if (typeof jti !== "string" || jti === "" || jti.length > MAX_JTI_LENGTH) {
    throw refused("the assertion has no jti");
  }
  // its age bounds it, however late it says that it expires
  const until = Math.min(exp * 1000, app.now().getTime() + MAX_ASSERTION_AGE_MS);
  const fresh = await app.db
    .insertInto("lti_assertion")
    .values({ app_id: id, jti_hash: hashSecret(jti), expires_at: new Date(until) })
    .onConflict((conflict) => conflict.columns(["app_id", "jti_hash"]).doNothing())
    .returning("app_id")
    .executeTakeFirst();
  if (fresh === undefined) throw refused("the assertion was used before");
  return tool;
}

async function issuerOf(jwt: string): Promise<unknown> {
  const { decodeJwt } = await import("jose");
  try {
    return decodeJwt(jwt).iss;
  } catch {
    return undefined;
  }
}
