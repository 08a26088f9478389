import type { Identity, LoginAnswer } from "#contract";
import type { RouteName } from "../../web/src/app/guard.ts";

/** The demo's people who stand for each role: each sees the screens differently. */
export const ROLES = {
  manager: "linlan",
  teacher: "sunhao",
  "student-young": "linxiaoman",
  student: "zhaoyifan",
  parent: "chenjing",
  admin: "wangfang",
  inner_admin: "hezhi",
  "no-school": "wuguishu",
  nobody: null,
} as const;
export type Role = keyof typeof ROLES;

/** The identity that the page's body carries for each role (ID-05). */
const IDENTITY_OF: Readonly<Record<Exclude<Role, "no-school" | "nobody">, Identity>> = {
  manager: "manager",
  teacher: "teacher",
  "student-young": "student",
  student: "student",
  parent: "parent",
  admin: "admin",
  inner_admin: "inner_admin",
};

const MEMBERS = Object.keys(IDENTITY_OF) as Role[];
const OPERATORS: Role[] = ["admin", "inner_admin"];
const ADMINISTRATORS: Role[] = ["manager", ...OPERATORS];
const EVERYBODY = Object.keys(ROLES) as Role[];

/** Ids and the session that paths of screens need and that exist only at run time. */
export interface Found {
  lesson: string;
  thread: string;
  qrCode: string;
  login: LoginAnswer | null;
}

export interface Screen {
  /** The file name of its pictures. */
  name: string;
  path: string | ((found: Found) => string);
  title: string;
  who: readonly Role[];
  /** The host name for the page, where the usual one does not show it. */
  host?: string;
  /** Requests that are held back, so that a screen which leads on by itself stays. */
  held?: RegExp;
}

const member = (
  name: string,
  path: Screen["path"],
  title: string,
  more: Partial<Screen> = {},
): Screen => ({ name, path, title, who: MEMBERS, ...more });

/** Every route of the hash table (RT-01…17) with those of its states that look different. */
export const SCREENS_OF: Readonly<Record<RouteName, readonly Screen[]>> = {
  Login: [{ name: "login", path: "/login", title: "登录", who: ["nobody"] }],
  Register: [
    member("register", "/register", "注册", { who: EVERYBODY }),
    member("register-code", "/register/teacher/KM7QX-3PVDR", "注册", { who: ["nobody"] }),
  ],
  ForgetPwd: [
    member("forget-pwd", "/forget-pwd", "忘记密码", { who: EVERYBODY }),
    member("forget-pwd-student", "/forget-pwd/student", "忘记密码", { who: ["nobody"] }),
    member("forget-pwd-parent", "/forget-pwd/parent", "忘记密码", { who: ["nobody"] }),
  ],
  Agreement: [
    member("agreement", "/agreement/user", "学门用户服务协议", { who: EVERYBODY }),
    member("agreement-privacy", "/agreement/privacy", "学门隐私政策", { who: ["nobody"] }),
    member("agreement-child", "/agreement/child", "儿童个人信息保护规则", { who: ["nobody"] }),
    member("agreement-unknown", "/agreement/99", "协议", { who: ["nobody"] }),
  ],
  QrConfirm: [
    member("qr-confirm", ({ qrCode }) => `/qr/${qrCode}`, "确认登录"),
    member("qr-expired", "/qr/this-code-is-out-of-date-now", "确认登录", { who: ["parent"] }),
  ],
  Continue: [
    member("continue", "/continue/%2Fcas%2Fheld", "正在打开应用", {
      held: /\/cas\/held/,
    }),
  ],
  NoSchool: [{ name: "no-school", path: "/no-school", title: "暂无学校", who: ["no-school"] }],
  Home: [member("home", "/home/index", "学门")],
  CustomizeMenus: [member("customize-menus", "/customize-menus", "学门")],
  AppFrame: [member("app-frame", "/app/campus-tv", "红领巾电视台", { who: ["manager"] })],
  SearchResult: [
    member("search", "/search-result/index/分数", "搜索"),
    member("search-none", "/search-result/index/没有这样的内容", "搜索"),
  ],
  SearchResultDescription: [
    member(
      "search-detail",
      ({ lesson }) => `/search-result/description/分数/${lesson}`,
      "搜索详情",
    ),
    member("search-detail-unknown", "/search-result/description/分数/none", "搜索详情", {
      who: ["student-young"],
    }),
  ],
  Feedback: [
    member("feedback", "/feedback", "意见反馈"),
    member("feedback-new", "/feedback/new", "意见反馈"),
    member("feedback-thread", ({ thread }) => `/feedback/thread/${thread}`, "意见反馈"),
  ],
  Messages: [
    member("messages", "/messages", "消息"),
    member("messages-unknown", "/messages/none", "消息", { who: ["student-young"] }),
  ],
  Timetable: [
    member("timetable", "/timetable", "课程表", { who: ["student-young", "teacher", "parent"] }),
  ],
  Help: [member("help", "/help", "帮助"), member("help-topic", "/help/apps", "帮助")],
  Module: [
    member("profile", "/module/profile", "个人中心"),
    member("profile-security", "/module/profile/security", "个人中心"),
    member("profile-family", "/module/profile/family", "个人中心"),
    member("growth-record", "/module/growth-record", "成长档案"),
    member("class-roster", "/module/class-roster", "班级学生"),
    member("invitation", "/module/invitation", "邀请码"),
    member("admin", "/module/admin", "人员 · 学校管理", { who: ADMINISTRATORS }),
    member("admin-classes", "/module/admin/classes", "班级 · 学校管理", { who: ADMINISTRATORS }),
    member("admin-teaching", "/module/admin/classes/teaching", "任课表 · 学校管理", {
      who: ADMINISTRATORS,
    }),
    member("admin-timetable", "/module/admin/classes/timetable", "课程表 · 学校管理", {
      who: ADMINISTRATORS,
    }),
    member("admin-groups", "/module/admin/people/groups", "群组 · 学校管理", {
      who: ADMINISTRATORS,
    }),
    member("admin-rosters", "/module/admin/rosters", "名册 · 学校管理", { who: ADMINISTRATORS }),
    member("admin-nightly", "/module/admin/rosters/nightly", "每晚同步 · 学校管理", {
      who: ADMINISTRATORS,
    }),
    member("admin-year", "/module/admin/year", "新学年 · 学校管理", { who: ADMINISTRATORS }),
    member("admin-schools", "/module/admin/schools", "学校 · 学校管理", { who: ADMINISTRATORS }),
    member("admin-apps", "/module/admin/apps", "应用 · 学校管理", { who: OPERATORS }),
    member("admin-rights", "/module/admin/rights", "权限 · 学校管理", { who: ADMINISTRATORS }),
    member("admin-changes", "/module/admin/changes", "变更 · 学校管理", { who: ADMINISTRATORS }),
    member("admin-notices", "/module/admin/notices", "通知 · 学校管理", { who: ADMINISTRATORS }),
    member("admin-notices-new", "/module/admin/notices/new", "写通知 · 学校管理", {
      who: ADMINISTRATORS,
    }),
    member("admin-feedback", "/module/admin/feedback", "反馈 · 学校管理", { who: ADMINISTRATORS }),
    member("admin-content", "/module/admin/content", "内容 · 学校管理", { who: ADMINISTRATORS }),
    member("admin-content-new", "/module/admin/content/new", "新建课程或资源 · 学校管理", {
      who: ADMINISTRATORS,
    }),
    member("admin-overview", "/module/admin/overview", "总览 · 学校管理", { who: ADMINISTRATORS }),
    member("admin-audit", "/module/admin/audit", "审计 · 学校管理", { who: ADMINISTRATORS }),
    member("admin-agreements", "/module/admin/agreements", "协议 · 学校管理", {
      who: ["inner_admin"],
    }),
    member("admin-codes", "/module/admin/codes", "验证码 · 学校管理", { who: ADMINISTRATORS }),
    member("admin-settings", "/module/admin/settings", "设置 · 学校管理", { who: ["inner_admin"] }),
    member("admin-releases", "/module/admin/releases", "版本 · 学校管理", { who: ["inner_admin"] }),
    member("admin-refused", "/module/admin", "学校管理", { who: ["parent", "student"] }),
    member("module-unknown", "/module/no-such-module", "找不到这个页面"),
  ],
  PageWebrtc: [member("webrtc", "/webrtc", "实时视频调试", { who: OPERATORS })],
  PageFont: [member("font", "/font", "字体调试", { who: OPERATORS })],
  Pc: [member("pc", "/pc", "客户端调试", { who: OPERATORS })],
  // Last: what it waits for, others wait for too.
  LoadData: [member("load-data", "/load-data", "学门", { held: /tag-relations|relations/ })],
  // On a host of its own, where the route exists (RT-15).
  Apps: [member("apps", "/apps", "学门", { who: OPERATORS, host: "dev.localhost" })],
};

export function screensFor(role: Role): Screen[] {
  return Object.values(SCREENS_OF)
    .flat()
    .filter(({ who }) => who.includes(role));
}
