import { Type, type Static } from "typebox";

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

/** Names of the settings, with the standard's own word where an app's developer knows it by that. */
export const SETTING_NAMES: Readonly<Record<string, string>> = {
  redirect_uris: "返回地址（redirect_uri）",
  post_logout_redirect_uris: "退出后回到的地址（post_logout_redirect_uri）",
  initiate_login_uri: "发起登录的地址（initiate_login_uri）",
  backchannel_logout_uri: "接收退出通知的地址（backchannel_logout_uri）",
  token_endpoint_auth_method: "应用证明自己的方式",
  jwks_uri: "应用公钥的地址（jwks_uri）",
  jwks: "应用的公钥（jwks）",
  deployment_id: "部署编号（deployment_id）",
  login_initiation_url: "发起登录的地址（login_initiation_url）",
  target_link_uri: "打开的页面（target_link_uri）",
  deep_link_uri: "选择内容的地址（deep linking）",
  names_and_roles: "提供班级名单（Names and Roles）",
  grades: "接收成绩（Assignment and Grade Services）",
  custom: "自定义参数（custom）",
  services: "服务地址（service）",
  single_logout: "有人退出时通知应用",
  single_logout_url: "接收退出通知的地址",
};
