import { SETTING_NAMES, type LaunchKind } from "#contract";

/** A setting that has a field of its own. */
export interface SettingField {
  name: string;
  is: "address" | "addresses" | "word" | "flag" | "method";
  hint?: string;
}

const RETURNS: SettingField = {
  name: "redirect_uris",
  is: "addresses",
  hint: "应用的开发方给出，一字不差；有几个就写几行",
};
const KEYS = "签名的应用才需要";
/** The fields of each kind with settings. */
const FIELDS: Readonly<Partial<Record<LaunchKind, readonly SettingField[]>>> = {
  oidc: [
    RETURNS,
    { name: "initiate_login_uri", is: "address", hint: "选填；不填就打开上面的地址" },
    { name: "token_endpoint_auth_method", is: "method" },
    { name: "jwks_uri", is: "address", hint: `选填；${KEYS}` },
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
    { name: "services", is: "addresses", hint: "应用的开发方给出，一字不差；有几个就写几行" },
    { name: "single_logout", is: "flag" },
    { name: "single_logout_url", is: "address", hint: "选填；不填就通知服务地址" },
  ],
};
const NAMES = new Set(Object.values(FIELDS).flatMap((fields) => fields.map(({ name }) => name)));
/** The path of every setting, as a refusal names it. */
export const SETTING_PATHS = Object.keys(SETTING_NAMES).map((name) => `settings.${name}`);

export function settingFields(launch: LaunchKind | undefined): readonly SettingField[] {
  return FIELDS[launch ?? "link"] ?? [];
}

/** Settings as they are filled in: addresses line by line, and as JSON what has no field of its own. */
export interface SettingsDraft {
  values: Readonly<Record<string, string | boolean>>;
  rest: string;
}

export function settingsDraft(settings: Readonly<Record<string, unknown>>): SettingsDraft {
  const entries = Object.entries(settings);
  const rest = entries.filter(([name]) => !NAMES.has(name));
  const values = entries.flatMap(([name, value]) => {
    if (!NAMES.has(name)) return [];
    return [[name, Array.isArray(value) ? value.join("\n") : (value as string | boolean)] as const];
  });
  return {
    values: Object.fromEntries(values),
    rest: rest.length === 0 ? "" : JSON.stringify(Object.fromEntries(rest), null, 2),
  };
}

/** Returns the settings of a kind; undefined where what is written as JSON is no object. */
export function settingsOf(
  launch: LaunchKind | undefined,
  { values, rest }: SettingsDraft,
): Record<string, unknown> | undefined {
  const fields = settingFields(launch);
  if (fields.length === 0) return {};
  const others = readSettings(launch === "cas" ? "" : rest);
  if (others === undefined) return undefined;
  for (const { name, is } of fields) {
    const value = values[name] ?? "";
    if (typeof value === "boolean") {
      if (value) others[name] = true;
      continue;
    }
    const lines = value.split(/\s+/).filter((line) => line !== "");
    if (lines.length > 0) others[name] = is === "addresses" ? [...new Set(lines)] : value.trim();
  }
  return others;
}

/** Parses settings as typed; undefined when they are not a JSON object. */
function readSettings(text: string): Record<string, unknown> | undefined {
  if (text.trim() === "") return {};
  try {
    const read: unknown = JSON.parse(text);
    const isObject = typeof read === "object" && read !== null && !Array.isArray(read);
    return isObject ? (read as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
