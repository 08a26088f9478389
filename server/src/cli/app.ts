import {
  CLAIM_NAMES,
  CLIENTS,
  GRADES,
  IDENTITY_NAMES,
  isIdentity,
  LAUNCH_KINDS,
  STAGES,
  type Identity,
} from "#contract";
import {
  SETTING_OPTIONS,
  type Given as GivenEntry,
  type SettingOption,
} from "../catalogue/registry/options.ts";
import { zonedTime } from "../platform/china-day.ts";
import {
  choice,
  command,
  erasable,
  flag,
  list,
  Misused,
  read,
  required,
  text,
  words,
  type Given,
} from "./command.ts";

/** A module opens as one, whatever is said. */
const OPENINGS = ["tab", "frame"] as const;

/** An option with several words of a list, each of which may be written by its Chinese name. */
function named(value: string, about: string, names: ReadonlyMap<string, string>) {
  const plain = words(value, about);
  const ids = new Set(names.values());
  const all = [...names].map(([name, id]) => (name === id ? id : `${id}（${name}）`)).join("、");
  return {
    ...plain,
    read: (typed: string, option: string) =>
      plain.read(typed, option).map((word) => {
        const id = names.get(word) ?? word;
        if (!ids.has(id)) throw new Misused(`${option} 的值“${word}”应为 ${all} 之一。`);
        return id;
      }),
  };
}

/** The names of words that have no Chinese one. */
const asTheyAre = (ids: readonly string[]) => new Map(ids.map((id) => [id, id]));

const IDENTITIES_BY_NAME = new Map(
  Object.entries(IDENTITY_NAMES)
    .filter((entry): entry is [Identity, string] => isIdentity(entry[0]))
    .map(([id, name]) => [name, id]),
);
const ROLES_BY_NAME = new Map([...IDENTITIES_BY_NAME, ["班主任", "head-teacher"]]);
const GRADES_BY_NAME = new Map(GRADES.map(({ id, name }) => [name, id]));
const KINDS_OF_CLIENT = CLIENTS.filter((client) => client !== "browser");
const STAGES_BY_NAME = new Map<string, string>(STAGES.map(({ id, name }) => [name, id]));

const moment = (about: string) =>
  read(
    "时间",
    `${about}，如 2026-09-01T08:00+08:00，空为不限`,
    (typed) => (typed === "" ? null : zonedTime(typed)),
    "带时区的时间，如 2026-09-01T08:00+08:00",
  );
const yesOrNo = (about: string) => flag(about, { canBeTakenBack: true });
const id = required(text("编号", "应用的编号：字母、数字、点、下划线和连字符"));
const schools = (about: string) => words("学校,……", `${about}；写编号、代码或名称`);
const classes = (about: string) => words("班级,……", `${about}；写编号、代码，或 学校/班级`);
const people = (about: string) => words("人,……", `${about}；写账号、编号或唯一的姓名`);
const identities = (about: string) =>
  named("身份,……", `${about}；如 教师 或 teacher`, IDENTITIES_BY_NAME);

const ENTRY = {
  name: erasable("名称", "显示的名称；新登记时必须写"),
  kind: choice(LAUNCH_KINDS, "怎样接入；新登记时必须写"),
  url: erasable("地址", "从哪里打开；新登记时必须写"),
  category: text("分类", "已有分类的编号或名称"),
  "category-name": text("名称", "和新编号的 --category 一起写，新建一个分类"),
  description: erasable("说明", "一两句话"),
  icon: erasable("图标", "彩色图标"),
  "icon-mono": erasable("图标", "单色图标"),
  sort: read(
    "次序",
    "在分类里的次序，0 到 999999",
    (typed) => (/^\d{1,6}$/.test(typed) ? Number(typed) : undefined),
    " 0 到 999999 之间的整数",
  ),
  "opens-in": choice(OPENINGS, "在哪里打开"),
  display: yesOrNo("是否显示在首页"),
  roles: named(
    "角色,……",
    "哪些角色看得到，如 教师,班主任 或 teacher,head-teacher；空为所有",
    ROLES_BY_NAME,
  ),
  clients: named(
    "端,……",
    `哪些端看得到：${KINDS_OF_CLIENT.join("、")}`,
    asTheyAre(KINDS_OF_CLIENT),
  ),
  claims: named("项目,……", `告知应用什么：${CLAIM_NAMES.join("、")}`, asTheyAre(CLAIM_NAMES)),
  district: erasable("区域", "只给这个区域和它的学校；写编号、代码或名称，空为全部"),
  "for-schools": schools("只给这些学校"),
  "for-stages": named("学段,……", "只给这些学段，如 小学,初中", STAGES_BY_NAME),
  "for-grades": named("年级,……", "只给这些年级，如 三年级,四年级", GRADES_BY_NAME),
  "for-classes": classes("只给这些班级"),
  "open-at": moment("从什么时候起开放"),
  "close-at": moment("到什么时候关闭"),
  "allow-people": people("只给这些人（以下名单中“拒绝”优先）"),
  "allow-schools": schools("只给这些学校的人"),
  "allow-classes": classes("只给这些班级的人"),
  "allow-identities": identities("只给这些身份"),
  "deny-people": people("不给这些人"),
  "deny-schools": schools("不给这些学校的人"),
  "deny-classes": classes("不给这些班级的人"),
  "deny-identities": identities("不给这些身份"),
  approved: yesOrNo("学校已同意告知，登录时不再询问"),
  "step-up": yesOrNo("打开前再次验证密码"),
} as const;

/** Options of an app's settings, explained in docs/apps.md; the kinds that take each are checked with the entry. */
const SETTINGS = {
  "redirect-uri": list("地址", "oidc、lti：登录后回到哪里"),
  "post-logout-redirect-uri": list("地址", "oidc：退出后回到哪里"),
  "initiate-login-uri": erasable("地址", "oidc：由应用发起登录的地址"),
  "backchannel-logout-uri": erasable("地址", "oidc：在后台告知退出的地址"),
  "auth-method": erasable(
    "方式",
    "oidc：怎样证明是它，client_secret_basic、client_secret_post、private_key_jwt 或 none",
  ),
  "jwks-uri": erasable("地址", "oidc、lti：应用的公钥"),
  "deployment-id": erasable("编号", "lti：部署编号"),
  "login-url": erasable("地址", "lti：发起登录的地址"),
  "target-link-uri": erasable("地址", "lti：打开的地址"),
  "deep-link-uri": erasable("地址", "lti：选择内容的地址"),
  "names-and-roles": yesOrNo("lti：可以读班级名单"),
  grades: yesOrNo("lti：可以交回成绩"),
  service: list("地址", "cas：服务地址"),
  "single-logout": yesOrNo("cas：告知退出"),
  "single-logout-url": erasable("地址", "cas：告知退出的地址"),
} as const satisfies Record<SettingOption, unknown>;

const REGISTER = { id, ...ENTRY, ...SETTINGS };

export const APP_COMMANDS = [
  command("app register", {
    about: "登记一个应用；编号已经有的，只改写出的选项\n值为空则清去原来的。说明见 docs/apps.md。",
    options: REGISTER,
    run: async (given, { onDatabase, config }) => {
      const { registerApp } = await import("../catalogue/registry/registry.ts");
      const { describeApp } = await import("../catalogue/registry/report.ts");
      const { platformAddress } = await import("../platform/platform-address.ts");
      const registered = await onDatabase((db) => registerApp(db, given.id, entryOf(given)));
      const done = registered.is_new ? "已登记。" : "已更新。";
      return `${done}\n${describeApp(registered, platformAddress(config()))}`;
    },
  }),
  command("app rotate-secret", {
    about: "换一个新密钥，旧的立即失效",
    options: { id },
    run: async ({ id }, { onDatabase, config }) => {
      const { rotateSecret } = await import("../catalogue/registry/registry.ts");
      const { describeApp } = await import("../catalogue/registry/report.ts");
      const { platformAddress } = await import("../platform/platform-address.ts");
      const rotated = await onDatabase((db) => rotateSecret(db, id));
      return `已换新密钥，旧的立即失效。\n${describeApp(rotated, platformAddress(config()))}`;
    },
  }),
  command("app show", {
    about: "显示接入所需的全部信息（不含密钥）",
    options: { id },
    run: async ({ id }, { onDatabase, config }) => {
      const { findApp } = await import("../catalogue/registry/registry.ts");
      const { describeApp } = await import("../catalogue/registry/report.ts");
      const { platformAddress } = await import("../platform/platform-address.ts");
      const app = await onDatabase((db) => findApp(db, id));
      return describeApp({ app }, platformAddress(config()));
    },
  }),
  command("app list", {
    about: "列出全部应用：编号、接入方式、分类、名称、地址",
    options: {},
    run: async (_, { onDatabase }) => {
      const { listApps } = await import("../catalogue/registry/registry.ts");
      const { describeList } = await import("../catalogue/registry/report.ts");
      return describeList(await onDatabase(listApps));
    },
  }),
];

/** Returns the given columns of an entry; schools, classes and people stay as they were typed. */
export function entryOf(given: Given<typeof REGISTER>): GivenEntry {
  const settings = Object.fromEntries(
    Object.keys(SETTING_OPTIONS).map((option) => [option, given[option as SettingOption]]),
  );
  return withoutMissing({
    ...{ name: given.name, launch: given.kind, url: given.url, category: given.category },
    ...{ category_name: given["category-name"], description: given.description, icon: given.icon },
    ...{ icon_mono: given["icon-mono"], sort: given.sort, roles: given.roles },
    ...{ clients: given.clients, claims: given.claims },
    district_id: given.district === undefined ? undefined : given.district || null,
    school_ids: given["for-schools"],
    stage_ids: given["for-stages"],
    grade_ids: given["for-grades"],
    class_ids: given["for-classes"],
    allow_user_ids: given["allow-people"],
    allow_school_ids: given["allow-schools"],
    allow_class_ids: given["allow-classes"],
    allow_identities: given["allow-identities"],
    deny_user_ids: given["deny-people"],
    deny_school_ids: given["deny-schools"],
    deny_class_ids: given["deny-classes"],
    deny_identities: given["deny-identities"],
    open_at: isoTime(given["open-at"]),
    close_at: isoTime(given["close-at"]),
    opens_in: given["opens-in"],
    display_status: given.display === undefined ? undefined : DISPLAY[`${given.display}`],
    ...{ approved: given.approved, step_up: given["step-up"] },
    settings: withoutMissing(settings),
  }) as GivenEntry;
}

const DISPLAY = { true: "display", false: "not_display" } as const;

function isoTime(at: Date | null | undefined): string | null | undefined {
  return at?.toISOString() ?? (at === null ? null : undefined);
}

function withoutMissing(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
