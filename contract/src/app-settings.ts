import { Type, type Static } from "typebox";
import { LAUNCH_KINDS } from "./catalogue.ts";
import { Id } from "./schema.ts";

const Address = Type.String({ pattern: "^https?://", maxLength: 2000 });
const Keys = Type.Object({ keys: Type.Array(Type.Record(Type.String(), Type.Unknown())) });
const closed = { additionalProperties: false } as const;

/** The client registration of an app of kind `oidc`; its client id is the app's id, its client secret the app's secret. */
export const OidcSettings = Type.Object(
  {
    /** Compared character by character. */
    redirect_uris: Type.Array(Address, { minItems: 1, maxItems: 20, uniqueItems: true }),
    post_logout_redirect_uris: Type.Optional(Type.Array(Address, { maxItems: 20 })),
    /** The address that a tile opens, with `iss`, `target_link_uri` and a one-time `login_hint`; missing: the app's own address. */
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

/** The registration of a tool of kind `lti`; its client id is the app's id, the app's `url` its target link. */
export const LtiSettings = Type.Object(
  {
    deployment_id: Type.String({ minLength: 1, maxLength: 255 }),
    login_initiation_url: Type.String({ pattern: "^https?://", maxLength: 2000 }),
    redirect_uris: Type.Array(Address, { minItems: 1, maxItems: 20, uniqueItems: true }),
    /** Missing: the app's own address. */
    target_link_uri: Type.Optional(Address),
    /** The tool's public keys, for the signatures of its service requests and deep links. */
    jwks_uri: Type.Optional(Address),
    jwks: Type.Optional(Keys),
    /** The address at which content is chosen; missing: the tool has no deep linking. */
    deep_link_uri: Type.Optional(Address),
    /** Names and roles of the class; grades. Missing: not given. */
    names_and_roles: Type.Optional(Type.Boolean()),
    grades: Type.Optional(Type.Boolean()),
    custom: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 500 }))),
  },
  closed,
);
export type LtiSettings = Static<typeof LtiSettings>;

/** The registration of an app of kind `cas`. */
export const CasSettings = Type.Object(
  {
    /** The service addresses that tickets are issued for, each exact. */
    services: Type.Array(Address, { minItems: 1, maxItems: 20, uniqueItems: true }),
    /** True when the service is notified at its own address that a session has ended. */
    single_logout: Type.Optional(Type.Boolean()),
    /** Another address for these notifications. */
    single_logout_url: Type.Optional(Address),
  },
  closed,
);
export type CasSettings = Static<typeof CasSettings>;

/** The settings of a kind that needs only the app's address and secret. */
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

/** A setting of a kind of launch that has a field of its own. */
export const SettingField = Type.Object({
  launch: Type.Enum(LAUNCH_KINDS, { description: "属于哪一种应用" }),
  name: Type.String({ description: "接入设置的名称" }),
  label: Type.String({ description: "这一栏的名称" }),
  hint: Type.String({ description: "怎样填写的提示，没有时为空" }),
  is: Type.Enum(["address", "addresses", "word", "flag", "choice"], {
    description: "怎样填写：一个网址，每行一个网址，一个词，是否，几个里选一个",
  }),
  options: Type.Array(Type.Object({ id: Id, name: Type.String() }), {
    description: "可选的值；第一个是不填时的",
  }),
});
export type SettingField = Static<typeof SettingField>;
