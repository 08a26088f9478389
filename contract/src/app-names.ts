import type { LaunchKind } from "./catalogue.ts";

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
