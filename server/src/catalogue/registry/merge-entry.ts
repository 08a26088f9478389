import type { Selectable } from "kysely";
import type { AppSettings, LaunchKind, AudienceList } from "#contract";
import type { AppTable } from "../../database/tables/catalogue.ts";
import { entryFaults } from "../entry-faults.ts";
import { opening } from "../by-kind.ts";
import { conflictingSettings } from "../conflicting-settings.ts";
import type { AppToSave } from "../upsert-catalogue.ts";
import { RegistryRefused, SETTING_OPTIONS, type SettingOption } from "./options.ts";

export type KeptApp = Selectable<AppTable>;

/** What is to be kept of an app; what is not given stays as it is. */
export interface Given extends Partial<Record<AudienceList, string[]>> {
  name?: string;
  kind?: LaunchKind;
  url?: string;
  category?: string;
  category_name?: string;
  description?: string;
  icon?: string;
  icon_mono?: string;
  sort?: number;
  roles?: string[];
  clients?: string[];
  claims?: string[];
  /** Null: the platform's own. */
  district_id?: string | null;
  school_ids?: string[];
  stage_ids?: string[];
  grade_ids?: string[];
  class_ids?: string[];
  open_at?: Date | null;
  close_at?: Date | null;
  opens_in?: "tab" | "frame" | "module";
  display?: boolean;
  approved?: boolean;
  step_up?: boolean;
  /** By option; an empty text or list takes the setting away. */
  settings: Partial<Record<SettingOption, string | string[] | boolean>>;
}

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
  const {
    secret_hash: _,
    revision: _r,
    created_at: _c,
    updated_at: _u,
    ...before
  } = kept ?? blank(id, given);
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
    ...conflictingSettings(entry.settings ?? {}, optionOf).map(({ message }) => message),
  ];
  if (faults.length > 0) throw new RegistryRefused(faults.join("\n"));
  return entry;
}

/** How the command line calls a setting. */
function optionOf(setting: string): string {
  const found = Object.entries(SETTING_OPTIONS).find(([, option]) => option.setting === setting);
  return found === undefined ? setting : `--${found[0]}`;
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
