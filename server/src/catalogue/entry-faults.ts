import {
  type AppSettings,
  CLAIM_NAMES,
  CLIENTS,
  GRADES,
  type LaunchKind,
  type LtiSettings,
  type OidcSettings,
  ROLES,
  SETTINGS_OF_KIND,
  STAGES,
} from "#contract";
import { faultsOf } from "../platform/schema-values.ts";
import { SETTING_NAMES } from "./setting-fields.ts";

/** The fields of an entry that are checked before it is stored. */
export interface Entry {
  id: string;
  launch: LaunchKind;
  url: string;
  badge?: string | undefined;
  roles?: readonly string[] | undefined;
  clients?: readonly string[] | undefined;
  claims?: readonly string[] | undefined;
  settings?: AppSettings | undefined;
  stage_ids?: readonly string[] | undefined;
  grade_ids?: readonly string[] | undefined;
  allow_identities?: readonly string[] | undefined;
  deny_identities?: readonly string[] | undefined;
  open_at?: Date | null | undefined;
  close_at?: Date | null | undefined;
}

/** A fault of one field of an entry, as a Chinese sentence. */
export interface EntryFault {
  path: string;
  message: string;
}

/** The page of the timetable, which a tile may open like a module (HO-05). */
const TIMETABLE = "/timetable";

/** The kinds of client; `browser` is only a name of `web` on some calls (RQ-03). */
const KINDS_OF_CLIENT: readonly string[] = CLIENTS.filter((client) => client !== "browser");

const STAGE_IDS: readonly string[] = STAGES.map(({ id }) => id);
const GRADE_IDS: readonly string[] = GRADES.map(({ id }) => id);

/** Returns the faults of an entry as Chinese sentences; an address that would run as script is one of them. */
export function entryFaults(entry: Entry): string[] {
  return faultsByField(entry).map(({ message }) => message);
}

/** Returns the faults of an entry with the field of each. */
export function faultsByField(entry: Entry): EntryFault[] {
  const faults: EntryFault[] = [];
  // an app signs in as `id:secret`, so that an id holds no colon
  if (!/^[\w.-]{1,64}$/.test(entry.id)) {
    const message = `编号“${entry.id}”应由字母、数字、点、下划线和连字符组成，最多 64 个字符。`;
    faults.push({ path: "id", message });
  }
  if (!isAddress(entry)) {
    const wanted = entry.launch === "module" ? "以 /module/ 开头" : "以 http:// 或 https:// 开头";
    faults.push({ path: "url", message: `地址“${entry.url}”不完整，应${wanted}。` });
  }
  if (!/^(|dot|\d{1,3})$/.test(entry.badge ?? "")) {
    faults.push({ path: "badge", message: "角标应为空、dot，或一个数。" });
  }
  for (const [path, what, known] of KNOWN_WORDS) {
    for (const stranger of (entry[path] ?? []).filter((value) => !known.includes(value))) {
      faults.push({ path, message: `${what}“${stranger}”无法识别。` });
    }
  }
  if (entry.open_at && entry.close_at && entry.open_at >= entry.close_at) {
    faults.push({ path: "close_at", message: "关闭时间应晚于开放时间。" });
  }
  return [...faults, ...settingsFaults(entry)];
}

type WordList =
  | "roles"
  | "clients"
  | "claims"
  | "stage_ids"
  | "grade_ids"
  | "allow_identities"
  | "deny_identities";

const KNOWN_WORDS: readonly (readonly [WordList, string, readonly string[]])[] = [
  ["roles", "角色", ROLES],
  ["clients", "客户端", KINDS_OF_CLIENT],
  ["claims", "可告知的信息", CLAIM_NAMES],
  ["stage_ids", "学段", STAGE_IDS],
  ["grade_ids", "年级", GRADE_IDS],
  ["allow_identities", "角色", ROLES],
  ["deny_identities", "角色", ROLES],
];

/**
 * Returns the faults of given settings. An entry may lack its settings: until it has them, it opens with a refusal that
 * says so.
 */
function settingsFaults({ launch, settings = {} }: Entry): EntryFault[] {
  if (Object.keys(settings).length === 0) return [];
  const faults = new Map<string, string>();
  for (const { keyword, instancePath, params } of faultsOf(SETTINGS_OF_KIND[launch], settings)) {
    // what is wrong inside of a setting is a fault of the setting
    const [, place = params["missingProperty"] ?? params["additionalProperty"]] =
      instancePath.split("/");
    const setting = String(place);
    if (!faults.has(setting))
      faults.set(setting, settingSentence(launch, setting, keyword, { ...settings }));
  }
  return [...faults].map(([setting, message]) => ({ path: `settings.${setting}`, message }));
}

function settingSentence(
  launch: LaunchKind,
  setting: string,
  keyword: string,
  settings: Readonly<Record<string, unknown>>,
): string {
  const name = SETTING_NAMES[setting] ?? setting;
  switch (keyword) {
    case "required":
    case "minItems":
    case "minLength":
      return `请填写${name}。`;
    case "pattern":
      return `${name}里的“${String(lineWithoutScheme(settings[setting]))}”应以 http:// 或 https:// 开头。`;
    case "additionalProperties":
      return `${launch} 的接入设置没有 ${setting}。`;
    default:
      return `${name}无法使用。`;
  }
}

function lineWithoutScheme(value: unknown): unknown {
  return [value].flat().find((line) => !/^https?:\/\//.test(String(line)));
}

function isAddress({ launch, url }: Entry): boolean {
  if (launch === "module") return url === TIMETABLE || /^\/module\/[\w-]/.test(url);
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}

type SigningSettings = Partial<OidcSettings & LtiSettings>;

/**
 * Returns the faults of settings that conflict, though each is well-formed. `called` names a setting for the reader of
 * the sentence.
 */
export function conflictingSettings(
  settings: AppSettings,
  called: (setting: string) => string = (setting) => `“${SETTING_NAMES[setting] ?? setting}”`,
): EntryFault[] {
  return [...addressFaults(settings), ...keyFaults(settings as SigningSettings, called)];
}

/**
 * Returns the faults of addresses: they are compared letter by letter later, so one that no browser would send can
 * never match.
 */
function addressFaults(settings: AppSettings): EntryFault[] {
  return Object.entries(settings).flatMap(([setting, value]) =>
    [value]
      .flat()
      .filter((one): one is string => typeof one === "string" && /^https?:/i.test(one))
      .filter((address) => !URL.canParse(address) || address.includes("#"))
      .map((address) => ({
        path: `settings.${setting}`,
        message: `地址“${address}”不完整，或者带有“#”，无法使用。`,
      })),
  );
}

/** Returns faults of settings that need signing keys of the app's own. */
function keyFaults(settings: SigningSettings, called: (setting: string) => string): EntryFault[] {
  if (settings.jwks_uri !== undefined || settings.jwks !== undefined) return [];
  const signing = [
    settings.token_endpoint_auth_method === "private_key_jwt" && "private_key_jwt",
    settings.deep_link_uri !== undefined && called("deep_link_uri"),
    settings.names_and_roles === true && called("names_and_roles"),
    settings.grades === true && called("grades"),
  ].filter((one) => one !== false);
  if (signing.length === 0) return [];
  const message = `${signing.join("、")} 需要应用的公钥，请填写 ${called("jwks_uri")}。`;
  return [{ path: "settings.jwks_uri", message }];
}
