import type { AdapterPayload } from "oidc-provider";
import type { FastifyInstance } from "fastify";
import { OidcSettings } from "#contract";
import { platformAddress } from "../../platform/platform-address.ts";
import { fits } from "../../platform/schema-values.ts";
import type { Entry } from "../launcher.ts";

export const MOUNT = "/oidc";

/** Returns the issuer: the platform's name in every message of this kind. */
export function issuerOf(app: FastifyInstance): string {
  return platformAddress(app.config) + MOUNT;
}

/** The scopes that an app may ask for. Its entry, not the scope, decides the claims under `profile`. */
export const SCOPES = ["openid", "profile"];

/** Returns the settings of an entry that can be opened by OpenID Connect; undefined for any other. */
export function oidcSettings(entry: Entry | undefined): OidcSettings | undefined {
  if (entry?.launch !== "oidc" || !fits(OidcSettings, entry.settings)) return undefined;
  return entry.settings;
}

/**
 * Returns an app of the catalogue as a client of oidc-provider. The secret is there as its SHA-256, which
 * `compareClientSecret` compares: nothing that needs the secret itself is enabled.
 */
export function clientOf(entry: Entry | undefined): AdapterPayload | undefined {
  const settings = oidcSettings(entry);
  if (entry === undefined || settings === undefined) return undefined;
  const method = settings.token_endpoint_auth_method ?? "client_secret_basic";
  const byKey = method === "private_key_jwt";
  const bySecret = method !== "none" && !byKey;
  if (bySecret && entry.secret_hash === null) return undefined;
  return {
    client_id: entry.id,
    client_name: entry.name,
    redirect_uris: settings.redirect_uris,
    post_logout_redirect_uris: settings.post_logout_redirect_uris ?? [],
    response_types: ["code"],
    grant_types: ["authorization_code"],
    response_modes: ["query", "form_post"],
    scope: SCOPES.join(" "),
    subject_type: "pairwise",
    token_endpoint_auth_method: method,
    ...(bySecret && { client_secret: entry.secret_hash ?? undefined }),
    ...(byKey && settings.jwks_uri !== undefined && { jwks_uri: settings.jwks_uri }),
    ...(byKey && settings.jwks !== undefined && { jwks: settings.jwks }),
    ...(settings.backchannel_logout_uri !== undefined && {
      backchannel_logout_uri: settings.backchannel_logout_uri,
      backchannel_logout_session_required: true,
    }),
  };
}
