import type { Selectable } from "kysely";
import type { AppSettings, LaunchKind, LtiSettings, OidcSettings } from "#contract";
import type { AppTable } from "../../database/tables/catalogue.ts";
import { entryFaults } from "../entry-faults.ts";
import type { AppToSave } from "../upsert-catalogue.ts";
import type { Given } from "./command-line.ts";
import { RegistryRefused, SETTING_OPTIONS, type SettingOption } from "./options.ts";

export type KeptApp = Selectable<AppTable>;

/** What a kind cannot be opened without. */
const WANTED: Readonly<Partial<Record<LaunchKind, readonly SettingOption[]>>> = {
  oidc: ["redirect-uri"],
  lti: ["login-url", "redirect-uri"],
  cas: ["service"],
};

/** The entry as it is to be kept: what was kept with what is given laid over it. Throws `RegistryRefused`. */
export function mergeEntry(
  id: string,
  kept: KeptApp | undefined,
  given: Given,
  category_id: string,
): AppToSave {
  const { secret_hash: _, created_at: _c, updated_at: _u, ...before } = kept ?? blank(id, given);
  const launch = given.kind ?? before.launch;
  const { settings, category: _i, category_name: _n, kind: _k, display, ...columns } = given;
  const entry: AppToSave = {
    ...before,
    ...columns,
    id,
    category_id,
    launch,
    opens_in: opening(launch, given.opens_in ?? before.opens_in),
    settings: settingsOf(id, launch, kept?.launch === launch ? kept.settings : {}, settings),
  };
  if (display !== undefined) entry.display_status = display ? "display" : "not_display";
  // its reading follows a new name
  if (kept?.name !== entry.name) delete entry.pinyin;
  const faults = [
    ...(entry.name === "" ? ["名称不能为空。"] : []),
    ...entryFaults(entry),
    ...addressFaults(entry.settings ?? {}),
    ...keyFaults(entry.settings ?? {}),
  ];
  if (faults.length > 0) throw new RegistryRefused(faults.join("\n"));
  return entry;
}

/** Whether the app proves itself with a secret of ours. */
export function hasSecret({ launch, settings }: Pick<AppToSave, "launch" | "settings">): boolean {
  if (launch === "ticket") return true;
  if (launch !== "oidc") return false;
  const { token_endpoint_auth_method: method = "client_secret_basic" } = settings as {
    token_endpoint_auth_method?: string;
  };
  return method.startsWith("client_secret_");
}

function blank(id: string, given: Given): Omit<AppToSave, "category_id"> & Partial<KeptApp> {
  const { name, kind, url } = given;
  if (name === undefined || kind === undefined || url === undefined) {
    const missing = (["name", "kind", "url"] as const).filter((one) => given[one] === undefined);
    throw new RegistryRefused(
      `还没有编号为“${id}”的应用；要新登记它，还缺 ${missing.map((one) => `--${one}`).join("、")}。`,
    );
  }
  return { id, name, launch: kind, url, icon: "", icon_mono: "" };
}

function opening(launch: LaunchKind, wanted: AppToSave["opens_in"]) {
  if (launch === "module") return "module";
  return wanted === "module" || wanted === undefined ? "tab" : wanted;
}

function settingsOf(
  id: string,
  launch: LaunchKind,
  before: AppSettings,
  given: Given["settings"],
): AppSettings {
  const settings: Record<string, unknown> = {
    ...(launch === "lti" && { deployment_id: id }),
    ...before,
  };
  for (const [option, value] of Object.entries(given) as [SettingOption, string | string[]][]) {
    const { setting, kinds } = SETTING_OPTIONS[option];
    if (!(kinds as readonly LaunchKind[]).includes(launch)) {
      throw new RegistryRefused(
        `--${option} 只用于 ${kinds.join("、")} 应用，而“${id}”是 ${launch} 应用。`,
      );
    }
    const filled = Array.isArray(value) ? value.filter((one) => one !== "") : value;
    if (filled.length === 0) delete settings[setting];
    else settings[setting] = filled;
  }
  const missing = WANTED[launch]?.filter(
    (option) => !(SETTING_OPTIONS[option].setting in settings),
  );
  if (missing !== undefined && missing.length > 0) {
    const named = missing.map((option) => `--${option}`).join("、");
    throw new RegistryRefused(`${launch} 应用还需要 ${named}。`);
  }
  return settings;
}

/** Addresses are compared letter by letter later: one that no browser would send so can never fit. */
function addressFaults(settings: AppSettings): string[] {
  return Object.values(settings)
    .flat()
    .filter((value): value is string => typeof value === "string" && /^https?:/i.test(value))
    .filter((address) => !URL.canParse(address) || address.includes("#"))
    .map((address) => `地址“${address}”不完整，或者带有“#”，无法使用。`);
}

/** What only an app can do that signs with keys of its own. */
function keyFaults(settings: Partial<OidcSettings & LtiSettings>): string[] {
  if (settings.jwks_uri !== undefined || settings.jwks !== undefined) return [];
  const signing = [
    settings.token_endpoint_auth_method === "private_key_jwt" && "private_key_jwt",
    settings.deep_link_uri !== undefined && "--deep-link-uri",
    settings.names_and_roles === true && "--names-and-roles",
    settings.grades === true && "--grades",
  ].filter((one) => one !== false);
  return signing.length === 0
    ? []
    : [`${signing.join("、")} 需要用 --jwks-uri 写出应用公钥的地址。`];
}
