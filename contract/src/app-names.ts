import type { LaunchKind } from "./catalogue.ts";
import type { RosterAccess } from "./roster-access.ts";

/** Words of an app's entry, for every page that shows one. Pure. */

export const LAUNCH_KIND_NAMES: Readonly<Record<LaunchKind, string>> = {
  link: "链接",
  ticket: "票据",
  oidc: "OpenID",
  lti: "LTI 1.3",
  cas: "CAS",
  module: "模块",
};
export const CLIENT_NAMES: Readonly<Record<string, string>> = {
  web: "网页",
  pc: "电脑客户端",
  mobile: "手机客户端",
};
export const CLAIM_TEXTS: Readonly<Record<string, string>> = {
  name: "姓名",
  identity: "身份",
  school: "学校",
  classes: "班级",
};

/** Describes a launch without its secrets: the address up to its query, and the names of what goes along. */
export function launchText(launch: {
  method: string;
  url: string;
  fields?: Readonly<Record<string, string>>;
  expires_in: number;
}): string {
  const [place = "", query = ""] = launch.url.split("?", 2);
  const names = [...new URLSearchParams(query).keys(), ...Object.keys(launch.fields ?? {})];
  const along = names.length === 0 ? "" : `，带有 ${names.join("、")}`;
  return `可以打开：${launch.method} ${place}${along}，${launch.expires_in} 秒内有效`;
}

/** Returns what an app may read by the roster interface, in words for whoever edits its entry. */
export function rosterAccessText(access: RosterAccess | null | undefined): string {
  if (!access) return "这个应用读不到名册。";
  const { school_ids, parents, mobile, email, demographics, pairwise } = access;
  const where =
    school_ids.length === 0 ? "看得见它的人所在的学校" : `指定的 ${school_ids.length} 所学校`;
  const people = parents ? "学生、教师、学校管理员和家长" : "学生、教师和学校管理员";
  const more = [
    ...(mobile ? ["手机号"] : []),
    ...(email ? ["邮箱"] : []),
    ...(demographics ? ["性别与出生日期"] : []),
  ];
  const fields = more.length === 0 ? "不含手机号、邮箱、性别与出生日期" : `并含${more.join("、")}`;
  const ids = pairwise ? "人员编号只在这个应用内有效。" : "人员编号和账号与平台内部的相同。";
  return `这个应用的服务器可以读取${where}的名册：其中看得见它的${people}的姓名、学校和班级，${fields}。${ids}身份证号在任何情况下都不提供。`;
}
