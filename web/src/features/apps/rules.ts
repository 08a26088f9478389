import {
  APP_RULE_NAMES,
  GRADE_NAMES,
  IDENTITY_NAMES,
  LAUNCH_KINDS,
  REFUSALS,
  STAGES,
  type AppDraft,
  type AppEntry,
  type AppRule,
  type ListedApp,
} from "#contract";
import { ApiError, failureText } from "../../api/failures.ts";

export const KIND_NAMES: Readonly<Record<(typeof LAUNCH_KINDS)[number], string>> = {
  link: "链接",
  ticket: "票据",
  oidc: "OpenID",
  lti: "LTI 1.3",
  cas: "CAS",
  module: "模块",
};
export const OPENS_TEXTS: Readonly<Record<ListedApp["opens_in"], string>> = {
  tab: "在新标签页打开",
  frame: "在页内框架打开",
  module: "在模块页打开",
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
export const ROLE_TEXTS: Readonly<Record<string, string>> = {
  ...IDENTITY_NAMES,
  "head-teacher": "班主任",
};
const STAGE_TEXTS: Readonly<Record<string, string>> = Object.fromEntries(
  STAGES.map(({ id, name }) => [id, name]),
);

export type Shown = "all" | "seen" | "hidden";

export const isSeen = ({ rules }: Pick<ListedApp, "rules">) => rules.every(({ passes }) => passes);

/** The rules that keep the person from an app, as people call them. */
export function reasons({ rules }: Pick<ListedApp, "rules">): string[] {
  return rules.filter(({ passes }) => !passes).map(({ rule }) => APP_RULE_NAMES[rule]);
}

/** The apps that the words are in, by name, id, address, category or reading; all words must be. */
export function matching(
  apps: readonly ListedApp[],
  categoryNames: ReadonlyMap<string, string>,
  words: string,
  shown: Shown,
): ListedApp[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return apps.filter((app) => {
    if (shown !== "all" && isSeen(app) !== (shown === "seen")) return false;
    const { id, name, url, pinyin, category_id, launch } = app;
    const category = categoryNames.get(category_id) ?? "";
    const text = [id, name, url, pinyin.replaceAll(" ", ""), category, KIND_NAMES[launch]];
    return wanted.every((word) => text.join("\n").toLowerCase().includes(word));
  });
}

/** Returns the stored limits of a rule as text; empty: none. */
export function storedFor(app: ListedApp, rule: AppRule): string {
  const named = (ids: readonly string[], names: Readonly<Record<string, string>>) =>
    ids.map((id) => names[id] ?? id).join("、");
  switch (rule) {
    case "district":
      return app.district_id ?? "";
    case "dates":
      return [
        app.open_at === null ? "" : `${localText(app.open_at)} 起`,
        app.close_at === null ? "" : `${localText(app.close_at)} 止`,
      ]
        .filter(Boolean)
        .join("，");
    case "roles":
      return named(app.roles, ROLE_TEXTS);
    case "clients":
      return named(app.clients, CLIENT_NAMES);
    case "schools":
      return app.schools === 0 ? "" : `${app.schools} 所学校`;
    case "stages":
      return named(app.stage_ids, STAGE_TEXTS);
    case "grades":
      return named(app.grade_ids, GRADE_NAMES);
    case "classes":
      return app.classes === 0 ? "" : `${app.classes} 个班级`;
    case "allow":
      return app.allowed === 0 ? "" : `${app.allowed} 项`;
    case "deny":
      return app.denied === 0 ? "" : `${app.denied} 项`;
  }
}

export function localText(iso: string): string {
  return new Date(iso).toLocaleString("zh-CN", { hour12: false });
}

/** For `<input type="datetime-local">`, in the clock of this machine. */
export function localInput(iso: string | null): string {
  if (iso === null || iso === "") return "";
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function fromLocalInput(text: string): string {
  return text === "" ? "" : new Date(text).toISOString();
}

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

export interface Faults {
  /** Faults by the field's name. */
  fields: Readonly<Record<string, string>>;
  /** Fault of the whole form. */
  form?: string;
  /** Somebody else has changed the app meanwhile. */
  isStale?: boolean;
}

/** Returns the faults of a refused save by field. */
export function faultsOf(error: unknown, known: readonly string[]): Faults {
  if (!(error instanceof ApiError)) return { fields: {}, form: failureText(error) };
  if (error.code === REFUSALS.conflict.code) {
    return { fields: {}, form: "这个应用刚刚被别人改过。", isStale: true };
  }
  const { errors } = (error.data ?? {}) as { errors?: { path: string; message: string }[] };
  if (!Array.isArray(errors) || errors.length === 0)
    return { fields: {}, form: failureText(error) };
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  for (const { path, message } of errors) {
    const field = path.split(/[./]/)[0] ?? "";
    if (known.includes(field)) fields[field] = message;
    else rest.push(message);
  }
  return { fields, form: ["请检查标出的内容。", ...rest].join("") };
}

/** The draft of a new app. */
export const NEW_APP: AppDraft = { name: "", launch: "link", url: "", opens_in: "tab" };

/** Returns the draft of an existing app: all that the form shows. */
export function draftOf({
  updated_at: _,
  has_secret: _s,
  pinyin: _p,
  ...entry
}: AppEntry): AppDraft {
  return entry;
}

/** The settings as they are typed; undefined when that is no JSON object. */
export function readSettings(text: string): Record<string, unknown> | undefined {
  if (text.trim() === "") return {};
  try {
    const read: unknown = JSON.parse(text);
    const isObject = typeof read === "object" && read !== null && !Array.isArray(read);
    return isObject ? (read as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
