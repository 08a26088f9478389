import type { SettingField } from "#contract";

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

type Field = Pick<SettingField, "name" | "is"> & { hint?: string };

const RETURNS: Field = {
  name: "redirect_uris",
  is: "addresses",
  hint: "应用的开发方给出，一字不差；有几个就写几行",
};
/** The ways in which an app of kind `oidc` proves itself. */
const METHODS = [
  { id: "", name: "密钥，放在请求头里（client_secret_basic）" },
  { id: "client_secret_post", name: "密钥，放在表单里（client_secret_post）" },
  { id: "private_key_jwt", name: "签名（private_key_jwt），要填应用公钥的地址" },
  { id: "none", name: "没有密钥，只在浏览器里运行（none）" },
];
const FIELDS = {
  oidc: [
    RETURNS,
    { name: "initiate_login_uri", is: "address", hint: "选填；不填就打开上面的地址" },
    { name: "token_endpoint_auth_method", is: "choice" },
    { name: "jwks_uri", is: "address", hint: "选填；签名的应用才需要" },
    { name: "backchannel_logout_uri", is: "address", hint: "选填；有人退出学门时通知它" },
    { name: "post_logout_redirect_uris", is: "addresses", hint: "选填；每行一个" },
  ],
  lti: [
    { name: "login_initiation_url", is: "address" },
    RETURNS,
    { name: "target_link_uri", is: "address", hint: "选填；不填就是上面的地址" },
    { name: "deployment_id", is: "word", hint: "选填；不填就用应用的编号" },
    { name: "deep_link_uri", is: "address", hint: "选填；教师在这里选内容" },
    { name: "names_and_roles", is: "flag" },
    { name: "grades", is: "flag" },
    { name: "jwks_uri", is: "address", hint: "选内容、班级名单、成绩需要它" },
  ],
  cas: [
    { ...RETURNS, name: "services" },
    { name: "single_logout", is: "flag" },
    { name: "single_logout_url", is: "address", hint: "选填；不填就通知服务地址" },
  ],
} as const satisfies Partial<Record<SettingField["launch"], readonly Field[]>>;

/** The fields of the settings of each kind, as forms show them. */
export const SETTING_FIELDS: readonly SettingField[] = (["oidc", "lti", "cas"] as const).flatMap(
  (launch) =>
    FIELDS[launch].map((field: Field) => ({
      ...{ launch, hint: "", label: SETTING_NAMES[field.name] ?? field.name, ...field },
      options: field.is === "choice" ? METHODS : [],
    })),
);
