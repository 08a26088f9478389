import { redeemTicket, type LaunchKind } from "#contract";
import { hasSecret, type KeptApp, type SavedEntry } from "../entry.ts";
import type { ListedApp } from "./registry.ts";

type Line = readonly [what: string, value: string];

/** Returns all that the app's developer needs as text; `origin` is the platform's address for apps and browsers. */
export function describeApp({ app, secret }: Omit<SavedEntry, "is_new">, origin: string): string {
  const lines: Line[] = [
    ["应用", `${app.name}（${app.launch}）`],
    ["编号", app.id],
    ...secretLines(app, secret),
    ["地址", app.url],
    ["告知", ["sub", ...app.claims].join("、")],
    ["谁看得到", app.roles.length === 0 ? "所有身份" : app.roles.join("、")],
    ...limitLines(app),
    ...(app.display_status === "display" ? [] : [["显示", "不在首页显示"] as const]),
    ...(app.step_up ? [["打开前", "再次验证密码"] as const] : []),
    ...Object.entries(app.settings).map(([name, value]) => [name, shown(value)] as const),
    ["平台", origin],
    ...addressesOf(app, origin),
  ];
  const text = lines.map(([what, value]) => `${what}：${value}`).join("\n");
  return secret === undefined ? text : `${text}\n密钥只显示这一次，请交给应用的服务器保管。`;
}

/** Returns a line for each app. */
export function describeList(apps: readonly ListedApp[]): string {
  if (apps.length === 0) return "目录里还没有应用。";
  return apps
    .map(({ id, launch, category, name, url }) => [id, launch, category, name, url].join("\t"))
    .join("\n");
}

const LIMITS = [
  ["学校", "school_ids"],
  ["学段", "stage_ids"],
  ["年级", "grade_ids"],
  ["班级", "class_ids"],
  ["允许的人", "allow_user_ids"],
  ["允许的学校", "allow_school_ids"],
  ["允许的班级", "allow_class_ids"],
  ["允许的身份", "allow_identities"],
  ["拒绝的人", "deny_user_ids"],
  ["拒绝的学校", "deny_school_ids"],
  ["拒绝的班级", "deny_class_ids"],
  ["拒绝的身份", "deny_identities"],
] as const;

function limitLines(app: KeptApp): Line[] {
  const district: Line[] = app.district_id === null ? [] : [["所属区域", app.district_id]];
  const lists = LIMITS.filter(([, list]) => app[list].length > 0);
  const dates = [["开放", app.open_at] as const, ["关闭", app.close_at] as const];
  return [
    ...district,
    ...lists.map(([what, list]) => [what, app[list].join("、")] as const),
    ...dates.flatMap(([what, at]) => (at === null ? [] : [[what, at.toISOString()] as const])),
  ];
}

function secretLines(app: KeptApp, secret: string | undefined): Line[] {
  if (secret !== undefined) return [["密钥", secret]];
  if (!hasSecret(app)) return [];
  return [
    [
      "密钥",
      app.secret_hash === null
        ? "还没有，请用 rotate-secret 生成"
        : "已有，不再显示；需要新的请用 rotate-secret",
    ],
  ];
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(" ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

const ADDRESSES: Readonly<Record<LaunchKind, readonly (readonly [string, string])[]>> = {
  link: [],
  module: [],
  ticket: [["换取用户信息", redeemTicket.path]],
  oidc: [
    ["issuer", "/oidc"],
    ["发现文档", "/oidc/.well-known/openid-configuration"],
  ],
  lti: [
    ["issuer", ""],
    ["登录授权", "/lti/authorize"],
    ["访问令牌", "/lti/token"],
    ["平台公钥", "/lti/jwks"],
  ],
  cas: [
    ["CAS 服务器", "/cas"],
    ["登录", "/cas/login"],
    ["校验（3.0）", "/cas/p3/serviceValidate"],
    ["校验（2.0）", "/cas/serviceValidate"],
    ["退出", "/cas/logout"],
  ],
};

const ROSTER_ADDRESSES = [
  ["名册接口（OneRoster 1.2）", "/ims/oneroster/rostering/v1p2"],
  ["名册的访问令牌", "/ims/oneroster/token"],
] as const;
const WITH_CLIENT_ID: ReadonlySet<LaunchKind> = new Set(["ticket", "oidc", "lti"]);

/** Returns the app's number and the addresses that its server and its users' browsers need for its kind. */
export function addressesOf(
  { id, launch, roster }: Pick<KeptApp, "id" | "launch"> & Partial<Pick<KeptApp, "roster">>,
  origin: string,
): Line[] {
  const readsRoster = roster != null;
  const client: Line[] =
    WITH_CLIENT_ID.has(launch) || readsRoster ? [["应用编号（client_id）", id]] : [];
  return [
    ...client,
    ...[...ADDRESSES[launch], ...(readsRoster ? ROSTER_ADDRESSES : [])].map(
      ([what, path]) => [what, origin + path] as const,
    ),
    ...(launch === "oidc"
      ? ([["要求", "授权码 + PKCE（S256），scope 为 openid 或 openid profile"]] as const)
      : []),
  ];
}
