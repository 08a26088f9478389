import type { Identity } from "./role.ts";

/** Rights, bundles of rights, and places (GR-01, GR-02). Pure. */

export const RIGHT_NAMES = {
  "people.read": { name: "查看人员", sentence: "查看人员的资料、班级和登录情况" },
  "people.write": {
    name: "管理人员",
    sentence: "新建人员，修改资料、身份、班级和监护关系，停用与启用",
  },
  "people.secret": {
    name: "重置登录方式",
    sentence: "设新密码、打印密码条、重置两步验证、结束设备登录",
  },
  "people.view_as": {
    name: "看别人的首页",
    sentence: "只看不动地看一个人的首页是什么样，本人会收到通知",
  },
  "people.erase": { name: "注销人员", sentence: "删除离校人员的账号和个人信息" },
  "class.write": { name: "管理班级", sentence: "新建、改名、归档、合并、拆分班级，安排任课" },
  "school.write": { name: "管理学校", sentence: "新建和修改学校，停用与启用" },
  "roster.import": { name: "导入名册", sentence: "导入名册并应用不超出保护界限的变更" },
  "roster.approve": { name: "审批变更", sentence: "批准超出保护界限的大批变更" },
  "year.plan": { name: "安排学年", sentence: "制定升级、毕业、分班的计划" },
  "grant.give": { name: "授权", sentence: "把自己有的权限授予他人或收回" },
  "app.manage": { name: "管理应用", sentence: "上架应用，设置谁能看见" },
  "app.register": { name: "接入应用", sentence: "登记应用的接入方式和凭据" },
  "content.manage": { name: "管理课程与资源", sentence: "导入、修改和下架课程与资源" },
  "notice.send": { name: "发通知", sentence: "给学生、家长和教职工发通知，查看谁已确认" },
  "feedback.answer": { name: "处理反馈", sentence: "查看并回复师生和家长的反馈" },
  "agreement.publish": { name: "发布协议", sentence: "编辑和发布用户协议、隐私政策等" },
  "release.publish": { name: "发布版本", sentence: "发布版本说明和安装包" },
  "audit.read": { name: "查看审计", sentence: "查看和导出审计记录" },
  "report.read": { name: "查看统计", sentence: "查看使用情况的统计" },
  "settings.write": { name: "平台设置", sentence: "修改平台的名称、标志、欢迎语等" },
  "connection.manage": { name: "管理对接", sentence: "管理名册同步、短信、邮件等对接" },
  debug: { name: "调试", sentence: "打开调试页面" },
} as const satisfies Record<string, { name: string; sentence: string }>;

export type Right = keyof typeof RIGHT_NAMES;
export const RIGHTS = Object.keys(RIGHT_NAMES) as Right[];

/** The kinds of places, outermost first: each lies in one of the kind before it. */
export const PLACE_KINDS = ["platform", "district", "school", "grade", "class"] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** A place of the organisation. */
export interface Place {
  kind: PlaceKind;
  /** The district or school, also for a grade or class; null for the platform. */
  school_id: string | null;
  /** The grade or class; empty for any other. */
  part_id: string;
}

export interface Bundle {
  /** Two to eight characters. */
  name: string;
  sentence: string;
  rights: readonly Right[];
  /** The kinds of places at which it may be given. */
  places: readonly PlaceKind[];
}

/** The duties of administration that `SEPARATE_ADMINS` keeps with different people (GR-07). */
export const DUTIES = ["system", "security", "audit"] as const;
export type Duty = (typeof DUTIES)[number];

/** The duty that each right belongs to; null: it changes nothing, and every duty has it. */
export const DUTY_OF_RIGHT: Readonly<Record<Right, Duty | null>> = {
  "people.read": null,
  "report.read": null,
  "people.write": "system",
  "people.secret": "system",
  "people.view_as": "system",
  "people.erase": "system",
  "class.write": "system",
  "school.write": "system",
  "roster.import": "system",
  "year.plan": "system",
  "app.manage": "system",
  "app.register": "system",
  "content.manage": "system",
  "notice.send": "system",
  "feedback.answer": "system",
  "release.publish": "system",
  "settings.write": "system",
  "connection.manage": "system",
  debug: "system",
  "grant.give": "security",
  "roster.approve": "security",
  "agreement.publish": "security",
  "audit.read": "audit",
};

export function isDuty(value: string): value is Duty {
  return (DUTIES as readonly string[]).includes(value);
}

function rightsOfDuty(duty: Duty | null): Right[] {
  return RIGHTS.filter((right) => [null, duty].includes(DUTY_OF_RIGHT[right]));
}

/** Returns the duties that rights belong to, each once. */
export function dutiesOfRights(rights: readonly Right[]): Duty[] {
  return DUTIES.filter((duty) => rights.some((right) => DUTY_OF_RIGHT[right] === duty));
}

const DISTRICT_RIGHTS: readonly Right[] = RIGHTS.filter(
  (right) =>
    !["agreement.publish", "release.publish", "settings.write", "connection.manage"].includes(
      right,
    ),
);
const SCHOOL_RIGHTS: readonly Right[] = DISTRICT_RIGHTS.filter(
  (right) => !["app.manage", "app.register", "debug"].includes(right),
);

/** The bundles that every platform has; a district's own are in the database. */
export const BUNDLES = {
  platform: {
    name: "平台管理员",
    sentence: "管理整个平台",
    rights: RIGHTS,
    places: ["platform"],
  },
  district: {
    name: "区域管理员",
    sentence: "管理本区域的学校、人员和应用",
    rights: DISTRICT_RIGHTS,
    places: ["district"],
  },
  school: {
    name: "学校管理员",
    sentence: "管理本校的人员、班级和权限",
    rights: SCHOOL_RIGHTS,
    places: ["school"],
  },
  academic: {
    name: "教务",
    sentence: "管理人员、班级、名册和学年，发通知",
    rights: [
      "people.read",
      "people.write",
      "class.write",
      "roster.import",
      "year.plan",
      "notice.send",
      "report.read",
    ],
    places: ["district", "school"],
  },
  grade_head: {
    name: "年级组长",
    sentence: "查看本年级的学生和教师，帮他们重置密码，发年级通知",
    rights: ["people.read", "people.secret", "notice.send", "report.read"],
    places: ["grade"],
  },
  head_teacher: {
    name: "班主任",
    sentence: "查看本班的学生和家长，帮他们重置密码，发班级通知",
    rights: ["people.read", "people.secret", "notice.send"],
    places: ["class"],
  },
  informant: {
    name: "信息员",
    sentence: "帮助师生登录，维护课程与资源，处理反馈",
    rights: ["people.read", "people.secret", "content.manage", "feedback.answer"],
    places: ["district", "school"],
  },
  support: {
    name: "客服",
    sentence: "查看人员，帮助登录，处理反馈",
    rights: ["people.read", "people.secret", "feedback.answer"],
    places: ["platform", "district", "school"],
  },
  auditor: {
    name: "审计员",
    sentence: "查看审计记录和统计",
    rights: ["audit.read", "report.read"],
    places: ["platform", "district", "school"],
  },
  system: {
    name: "系统管理员",
    sentence: "管理人员、班级、学校、应用和平台的运行，不授权，不看审计",
    rights: rightsOfDuty("system"),
    places: ["platform", "district"],
  },
  security: {
    name: "安全管理员",
    sentence: "授予和收回权限，审批大批变更，发布协议",
    rights: rightsOfDuty("security"),
    places: ["platform", "district", "school"],
  },
  audit: {
    name: "审计管理员",
    sentence: "查看和导出审计记录",
    rights: rightsOfDuty("audit"),
    places: ["platform", "district", "school"],
  },
} as const satisfies Record<string, Bundle>;

export type BundleId = keyof typeof BUNDLES;

/** The bundle that an identity has without a grant, and the kind of place that it applies to. */
export const BUNDLE_OF_IDENTITY: Readonly<
  Partial<Record<Identity, { bundle: BundleId; kind: PlaceKind }>>
> = {
  inner_admin: { bundle: "platform", kind: "platform" },
  admin: { bundle: "district", kind: "district" },
  manager: { bundle: "school", kind: "school" },
};

/** The bundles that are given only while the duties are apart, and those that these replace (GR-07). */
const SEPARATE_BUNDLES: readonly string[] = DUTIES;
const JOINT_BUNDLES: readonly string[] = ["platform", "district", "auditor"];

/** Returns whether a bundle of every platform is offered where the duties are apart, or where they are not. */
export function isOffered(bundle: string, isSeparate: boolean): boolean {
  return !(isSeparate ? JOINT_BUNDLES : SEPARATE_BUNDLES).includes(bundle);
}

/** Returns the rights that anybody can have at a kind of place; the platform's own are nobody's below it. */
export function rightsAtPlace(kind: PlaceKind): readonly Right[] {
  return kind === "platform" ? RIGHTS : kind === "district" ? DISTRICT_RIGHTS : SCHOOL_RIGHTS;
}

/** Returns which of a bundle's rights hold at a kind of place: the one bundle of a duty is given at every kind. */
export function bundleRightsAt(
  id: string,
  rights: readonly Right[],
  kind: PlaceKind,
): readonly Right[] {
  if (!isDuty(id)) return rights;
  return rights.filter((right) => rightsAtPlace(kind).includes(right));
}

/**
 * Returns what is left of a common bundle's rights where the duties are apart: of those that identities bring, no two
 * duties. A platform's and a district's administrator read, and have their duty by a grant; a school's runs the school.
 */
export function separateRightsOf(bundle: string): readonly Right[] | undefined {
  if (bundle === "platform" || bundle === "district") return rightsOfDuty(null);
  if (bundle !== "school") return undefined;
  return rightsOfDuty("system").filter((right) => SCHOOL_RIGHTS.includes(right));
}

/** Returns the rights of a bundle: of one that every platform has, else those given. */
export function rightsOfBundle(id: string, own: readonly string[] | null): readonly Right[] {
  const known = Object.hasOwn(BUNDLES, id) ? BUNDLES[id as BundleId].rights : (own ?? []);
  return known.filter(isRight);
}

export function isRight(value: unknown): value is Right {
  return typeof value === "string" && Object.hasOwn(RIGHT_NAMES, value);
}
