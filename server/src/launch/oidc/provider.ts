import "./long-term-release.ts";
import { timingSafeEqual } from "node:crypto";
import type { EventEmitter } from "node:events";
import type { FastifyInstance } from "fastify";
import {
  type Configuration,
  type FindAccount,
  type KoaContextWithOIDC,
  Provider,
} from "oidc-provider";
import { LAUNCH_LIFETIME_SECONDS } from "#contract";
import type { AuditEvent } from "../../audit/audit.ts";
import { platformSecret } from "../../platform/platform-state.ts";
import { hashSecret } from "../../platform/secret.ts";
import { claimsFor, subjectFor } from "../claims.ts";
import type { AppCall } from "../outbound/call-app.ts";
import { type PrivateKey, SIGNING_ALGORITHM } from "../signing-keys.ts";
import { adapterFor, type OnRevoked } from "./adapter.ts";
import { issuerOf, MOUNT, SCOPES } from "./clients.ts";
import { followLogout, showLoggedOut, showLogout } from "./logout.ts";
import { everyRequestIsDecided, grantLoader } from "./policy.ts";
import { comeBackLater, reasonOf, showRefusal } from "./refusals.ts";
import { liveGrant } from "./grants.ts";

const TOKEN_SECONDS = 15 * 60;
const SIGN_IN_SECONDS = 30 * 60;
const SESSION_SECONDS = 24 * 3600;

/** Events of the provider that report a refusal. */
const REFUSED = [
  "authorization.error",
  "grant.error",
  "userinfo.error",
  "end_session.error",
  "discovery.error",
  "jwks.error",
] as const;

/** Makes the OpenID Provider, which signs with the first of the keys. */
export async function makeProvider(
  app: FastifyInstance,
  keys: readonly PrivateKey[],
  onRevoked: OnRevoked,
): Promise<Provider> {
  const cookieKey = await platformSecret(app.db, "oidc_cookie_key");
  const provider = new Provider(issuerOf(app), configurationOf(app, keys, cookieKey, onRevoked));
  // the mount hands on what the platform itself takes for the visitor's protocol and host
  provider.proxy = true;
  compareHashedSecrets(provider);
  provider.use((ctx, next) => followLogout(app, ctx as KoaContextWithOIDC, next));
  logRefusals(app, provider);
  return provider;
}

function configurationOf(
  app: FastifyInstance,
  keys: readonly PrivateKey[],
  cookieKey: string,
  onRevoked: OnRevoked,
): Configuration {
  const cookie = { signed: true, httpOnly: true, sameSite: "lax", path: MOUNT } as const;
  return {
    adapter: adapterFor(app, onRevoked),
    jwks: { keys: [...keys] },
    cookies: {
      keys: [cookieKey],
      names: { session: "oidc_session", interaction: "oidc_interaction", resume: "oidc_resume" },
      long: cookie,
      short: { signed: true, httpOnly: true, sameSite: "lax" },
    },
    scopes: SCOPES,
    claims: {
      openid: ["sub", "auth_time"],
      profile: ["name", "identity", "school", "classes"],
    },
    // apps read them from either; the entry has decided already
    conformIdTokenClaims: false,
    responseTypes: ["code"],
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    subjectTypes: ["pairwise"],
    pairwiseIdentifier: (_ctx, accountId, client) => subjectFor(app, client.clientId, accountId),
    clientAuthMethods: ["client_secret_basic", "client_secret_post", "private_key_jwt", "none"],
    clientBasedCORS: (_ctx, origin, client) =>
      client.clientAuthMethod === "none" &&
      client.redirectUris?.some((address) => URL.parse(address)?.origin === origin) === true,
    enabledJWA: {
      idTokenSigningAlgValues: [SIGNING_ALGORITHM],
      clientAuthSigningAlgValues: ["RS256", "PS256", "ES256", "EdDSA"],
    },
    findAccount: accountFinder(app),
    loadExistingGrant: grantLoader(app),
    interactions: {
      url: (_ctx, { uid }) => `${MOUNT}/interaction/${uid}`,
      policy: everyRequestIsDecided(),
    },
    renderError: showRefusal,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: showLogout,
        postLogoutSuccessSource: showLoggedOut,
      },
    },
    ttl: {
      AuthorizationCode: LAUNCH_LIFETIME_SECONDS,
      AccessToken: TOKEN_SECONDS,
      IdToken: TOKEN_SECONDS,
      Interaction: SIGN_IN_SECONDS,
      Grant: SESSION_SECONDS,
      Session: SESSION_SECONDS,
    },
    // ours knows the school's own network, which the library's check does not
    fetch: (url, options) => app.launchDeps.callApp(url as string, options as AppCall),
  };
}

/**
 * Lets the provider compare the SHA-256 of clients' secrets: 256 random bits need no slow hash, and none is kept in
 * clear.
 */
function compareHashedSecrets(provider: Provider): void {
  const { prototype } = provider.Client as unknown as {
    prototype: { clientSecret?: string; compareClientSecret(given: string): boolean };
  };
  prototype.compareClientSecret = function compareClientSecret(given) {
    const kept = Buffer.from(this.clientSecret ?? "");
    const shown = Buffer.from(hashSecret(given));
    return kept.length === shown.length && timingSafeEqual(kept, shown);
  };
}

function appOf(ctx: KoaContextWithOIDC): AuditEvent["object"] {
  const id = ctx.oidc?.client?.clientId;
  return id === undefined ? undefined : { kind: "app", id };
}

function logRefusals(app: FastifyInstance, provider: Provider): void {
  for (const event of REFUSED) {
    provider.on(event as "grant.error", (ctx: KoaContextWithOIDC, error: Error) =>
      app.audit.note(null, {
        action: "launch",
        outcome: "refused",
        object: appOf(ctx),
        detail: { kind: "oidc", event, reason: reasonOf(error) },
      }),
    );
  }
  const noteFault = (error: Error) => app.log.error({ err: error }, "fault of the OpenID Provider");
  provider.on("server_error", (ctx, error) => {
    comeBackLater(ctx, error);
    noteFault(error);
  });
  // what escapes a request: Koa would print it
  (provider as EventEmitter).on("error", noteFault);
}

/**
 * Finds the account for oidc-provider. The account is the person; identity and school are the grant's. No claims are
 * given while a sign-in is under way, and afterwards only as long as the grant stands.
 */
function accountFinder(app: FastifyInstance): FindAccount {
  return async (_ctx, accountId, token) => {
    if (token === undefined) return { accountId, claims: () => ({ sub: accountId }) };
    const grantId = (token as { grantId?: string }).grantId;
    const grant = grantId === undefined ? undefined : await liveGrant(app.db, grantId, app.now());
    if (grant === undefined || grant.user_id !== accountId) return undefined;
    const entry = await app.catalogue.app(grant.app_id);
    if (entry === undefined) return undefined;
    return {
      accountId,
      // oidc-provider makes the pairwise subject out of the account by itself
      claims: async () => ({ ...(await claimsFor(app, entry, grant)), sub: accountId }),
    };
  };
}
