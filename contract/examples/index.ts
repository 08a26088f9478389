import type { CallName } from "#contract";
import { ADMINISTRATION_EXAMPLES } from "./administration.ts";
import { AGREEMENT_EXAMPLES } from "./agreement.ts";
import { AUDIT_EXAMPLES } from "./audit.ts";
import { APP_ENTRY_EXAMPLES } from "./app-entry.ts";
import { APP_SEEN_EXAMPLES } from "./app-seen.ts";
import { APP_SHELF_EXAMPLES } from "./app-shelf.ts";
import { CATALOGUE_EXAMPLES } from "./catalogue.ts";
import { CONTENT_EXAMPLES } from "./content.ts";
import { MANAGED_CONTENT_EXAMPLES } from "./content-management.ts";
import { CLASS_ROSTER_EXAMPLES } from "./class-roster.ts";
import { GROUP_EXAMPLES } from "./group.ts";
import { CHANGE_SET_EXAMPLES } from "./change-set.ts";
import { CODE_EXAMPLES } from "./code.ts";
import { DATA_LEDGER_EXAMPLES } from "./data-ledger.ts";
import type { ExamplesOf } from "./example.ts";
import { BRANDING_EXAMPLES } from "./branding.ts";
import { FAMILY_EXAMPLES } from "./family.ts";
import { FEEDBACK_EXAMPLES } from "./feedback.ts";
import { FILE_EXAMPLES } from "./file.ts";
import { INVITATION_EXAMPLES } from "./invitation.ts";
import { LAUNCH_EXAMPLES } from "./launch.ts";
import { LTI_EXAMPLES } from "./lti.ts";
import { OVERVIEW_EXAMPLES } from "./overview.ts";
import { PASSKEY_SIGN_IN_EXAMPLES } from "./passkey-sign-in.ts";
import { PEOPLE_EXAMPLES } from "./people.ts";
import { PERSON_ACCESS_EXAMPLES } from "./person-access.ts";
import { NOTICE_EXAMPLES } from "./notice.ts";
import { PERSON_NOTICE_EXAMPLES } from "./person-notice.ts";
import { PERSONAL_DATA_EXAMPLES } from "./personal-data.ts";
import { QR_CODE_EXAMPLES } from "./qr-code.ts";
import { RELEASE_EXAMPLES } from "./release.ts";
import { ROSTER_IMPORT_EXAMPLES } from "./roster-import.ts";
import { ROSTER_NIGHTLY_EXAMPLES } from "./roster-nightly.ts";
import { SCHOOL_ADMIN_EXAMPLES } from "./school-admin.ts";
import { SCHOOL_REQUEST_EXAMPLES } from "./school-request.ts";
import { SCHOOL_YEAR_EXAMPLES } from "./school-year.ts";
import { SECOND_FACTOR_EXAMPLES } from "./second-factor.ts";
import { SESSION_EXAMPLES } from "./session.ts";
import { TELEMETRY_EXAMPLES } from "./telemetry.ts";
import { CALENDAR_EXAMPLES } from "./calendar.ts";
import { TIMETABLE_EXAMPLES } from "./timetable.ts";
import { TODAY_EXAMPLES } from "./today.ts";
import { USER_EXAMPLES } from "./user.ts";

export { described } from "./described.ts";

/** Examples of every call, for the API page. Kept apart from `contract/src`, so that no page loads them. */
export const EXAMPLES: Partial<ExamplesOf<CallName>> = {
  ...SESSION_EXAMPLES,
  ...PASSKEY_SIGN_IN_EXAMPLES,
  ...SECOND_FACTOR_EXAMPLES,
  ...CODE_EXAMPLES,
  ...DATA_LEDGER_EXAMPLES,
  ...CLASS_ROSTER_EXAMPLES,
  ...PEOPLE_EXAMPLES,
  ...ADMINISTRATION_EXAMPLES,
  ...CHANGE_SET_EXAMPLES,
  ...GROUP_EXAMPLES,
  ...ROSTER_IMPORT_EXAMPLES,
  ...PERSON_ACCESS_EXAMPLES,
  ...SCHOOL_ADMIN_EXAMPLES,
  ...AUDIT_EXAMPLES,
  ...OVERVIEW_EXAMPLES,
  ...TODAY_EXAMPLES,
  ...CALENDAR_EXAMPLES,
  ...TIMETABLE_EXAMPLES,
  ...QR_CODE_EXAMPLES,
  ...INVITATION_EXAMPLES,
  ...USER_EXAMPLES,
  ...CATALOGUE_EXAMPLES,
  ...APP_ENTRY_EXAMPLES,
  ...APP_SEEN_EXAMPLES,
  ...APP_SHELF_EXAMPLES,
  ...CONTENT_EXAMPLES,
  ...MANAGED_CONTENT_EXAMPLES,
  ...LAUNCH_EXAMPLES,
  ...LTI_EXAMPLES,
  ...AGREEMENT_EXAMPLES,
  ...FAMILY_EXAMPLES,
  ...PERSONAL_DATA_EXAMPLES,
  ...SCHOOL_REQUEST_EXAMPLES,
  ...PERSON_NOTICE_EXAMPLES,
  ...FILE_EXAMPLES,
  ...FEEDBACK_EXAMPLES,
  ...TELEMETRY_EXAMPLES,
  ...RELEASE_EXAMPLES,
  ...BRANDING_EXAMPLES,
  ...SCHOOL_YEAR_EXAMPLES,
  ...NOTICE_EXAMPLES,
  ...ROSTER_NIGHTLY_EXAMPLES,
};

/** The Chinese name of each feature on the API page. */
export const FEATURE_NAMES: Readonly<Record<string, string>> = {
  session: "登录与退出",
  "second-factor": "两步验证",
  code: "验证码",
  "class-roster": "班级名册",
  "growth-record": "成长档案",
  administration: "管理：权限与范围",
  "change-set": "管理：变更",
  group: "管理：群组",
  "school-year": "管理：新学年",
  notice: "管理：通知",
  "person-access": "管理：密码与登录",
  "roster-import": "管理：名册",
  "roster-nightly": "管理：每晚同步",
  school: "管理：学校",
  audit: "管理：审计",
  overview: "管理：总览",
  today: "今天",
  timetable: "课程表",
  calendar: "自己的日历",
  user: "用户",
  people: "人员管理",
  invitation: "邀请与注册",
  catalogue: "应用目录",
  launch: "打开应用",
  search: "搜索",
  relations: "公共数据",
  agreement: "协议",
  family: "家庭",
  "personal-data": "个人数据",
  "school-request": "等学校处理的申请",
  "person-notice": "账号通知",
  inbox: "消息",
  file: "文件",
  feedback: "意见反馈",
  telemetry: "上报",
  release: "版本",
  branding: "管理：平台设置",
};
