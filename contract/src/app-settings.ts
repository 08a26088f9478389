import { Type, type Static } from "typebox";

const Address = Type.String({ pattern: "^https?://", maxLength: 2000 });
const Keys = Type.Object({ keys: Type.Array(Type.Record(Type.String(), Type.Unknown())) });
const closed = { additionalProperties: false } as const;

/** What an app of kind `oidc` is registered with; its client id is the app's id, its client secret the app's secret. */
export const OidcSettings = Type.Object(
  {
    /** Compared character by character. */
    redirect_uris: Type.Array(Address, { minItems: 1, maxItems: 20, uniqueItems: true }),
    post_logout_redirect_uris: Type.Optional(Type.Array(Address, { maxItems: 20 })),
    /** Where a tile leads, with `iss`, `target_link_uri` and a one-time `login_hint`; missing: the app's own address. */
    initiate_login_uri: Type.Optional(Address),
    backchannel_logout_uri: Type.Optional(Address),
    /** Missing: `client_secret_basic`. `none` is for apps without a server, which are held by PKCE alone. */
    token_endpoint_auth_method: Type.Optional(
      Type.Enum(["client_secret_basic", "client_secret_post", "private_key_jwt", "none"]),
    ),
    /** The app's public keys, for `private_key_jwt`. */
    jwks_uri: Type.Optional(Address),
    jwks: Type.Optional(Keys),
  },
  closed,
);
export type OidcSettings = Static<typeof OidcSettings>;

/** What a tool of kind `lti` is registered with; its client id is the app's id, the app's `url` its target link. */
export const LtiSettings = Type.Object(
  {
    deployment_id: Type.String({ minLength: 1, maxLength: 255 }),
    login_initiation_url: Type.String({ pattern: "^https?://", maxLength: 2000 }),
    redirect_uris: Type.Array(Address, { minItems: 1, maxItems: 20, uniqueItems: true }),
    /** Missing: the app's own address. */
    target_link_uri: Type.Optional(Address),
    /** The tool's public keys: what it signs its service requests and deep links with. */
    jwks_uri: Type.Optional(Address),
    jwks: Type.Optional(Keys),
    /** Where content is chosen; missing: the tool has no deep linking. */
    deep_link_uri: Type.Optional(Address),
    /** Names and roles of the class; grades. Missing: not given. */
    names_and_roles: Type.Optional(Type.Boolean()),
    grades: Type.Optional(Type.Boolean()),
    custom: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 500 }))),
  },
  closed,
);
export type LtiSettings = Static<typeof LtiSettings>;

/** What an app of kind `cas` is registered with. */
export const CasSettings = Type.Object(
  {
    /** The service addresses that tickets are issued for, each exact. */
    services: Type.Array(Address, { minItems: 1, maxItems: 20, uniqueItems: true }),
    /** Whether the service wants to be told, at its own address, that a session has ended. */
    single_logout: Type.Optional(Type.Boolean()),
    /** Where it wants to be told instead. */
    single_logout_url: Type.Optional(Address),
  },
  closed,
);
export type CasSettings = Static<typeof CasSettings>;

/** A kind that needs nothing beyond the app's address and secret. */
export const NoSettings = Type.Object({}, closed);

/** The settings that each kind of app has (LA-01). */
export const SETTINGS_OF_KIND = {
  link: NoSettings,
  ticket: NoSettings,
  oidc: OidcSettings,
  lti: LtiSettings,
  cas: CasSettings,
  module: NoSettings,
} as const;
export type AppSettings = Static<(typeof SETTINGS_OF_KIND)[keyof typeof SETTINGS_OF_KIND]>;
