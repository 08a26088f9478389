import type { AppDraft, AppSettings, LaunchKind } from "#contract";
import type { Queryable } from "../../database/database.ts";
import { OperatorRefused } from "../../platform/operator-refused.ts";
import { findClass, findSchool } from "../../school/api.ts";
import { findPerson } from "../../user/api.ts";
import type { KeptApp } from "../entry.ts";

/** Options that fill a setting of some kinds: the setting, and the kinds that have it. */
export const SETTING_OPTIONS = {
  "redirect-uri": { setting: "redirect_uris", kinds: ["oidc", "lti"] },
  "post-logout-redirect-uri": { setting: "post_logout_redirect_uris", kinds: ["oidc"] },
  "initiate-login-uri": { setting: "initiate_login_uri", kinds: ["oidc"] },
  "backchannel-logout-uri": { setting: "backchannel_logout_uri", kinds: ["oidc"] },
  "auth-method": { setting: "token_endpoint_auth_method", kinds: ["oidc"] },
  "jwks-uri": { setting: "jwks_uri", kinds: ["oidc", "lti"] },
  "deployment-id": { setting: "deployment_id", kinds: ["lti"] },
  "login-url": { setting: "login_initiation_url", kinds: ["lti"] },
  "target-link-uri": { setting: "target_link_uri", kinds: ["lti"] },
  "deep-link-uri": { setting: "deep_link_uri", kinds: ["lti"] },
  "names-and-roles": { setting: "names_and_roles", kinds: ["lti"] },
  grades: { setting: "grades", kinds: ["lti"] },
  service: { setting: "services", kinds: ["cas"] },
  "single-logout": { setting: "single_logout", kinds: ["cas"] },
  "single-logout-url": { setting: "single_logout_url", kinds: ["cas"] },
} as const satisfies Record<string, { setting: string; kinds: readonly LaunchKind[] }>;
export type SettingOption = keyof typeof SETTING_OPTIONS;

/** An entry's fields as an operator gives them: the rest of a kept app stays as it is. */
export interface Given extends Omit<AppDraft, "id" | "revision" | "category_id" | "settings"> {
  /** Id or name of a category. */
  category?: string;
  category_name?: string;
  /** Settings by option; an empty text or list removes the setting. */
  settings: Partial<Record<SettingOption, string | string[] | boolean>>;
}

/** Thrown for a command that cannot be done; the message is a Chinese sentence for the operator. */
export class RegistryRefused extends OperatorRefused {
  override name = "RegistryRefused";
}

/** The options that a kind needs to be opened. */
const WANTED: Readonly<Partial<Record<LaunchKind, readonly SettingOption[]>>> = {
  oidc: ["redirect-uri"],
  lti: ["login-url", "redirect-uri"],
  cas: ["service"],
};

/** Returns the command-line option of a setting. */
export function optionOf(setting: string): string {
  const found = Object.entries(SETTING_OPTIONS).find(([, option]) => option.setting === setting);
  return found === undefined ? setting : `--${found[0]}`;
}

/** Returns the kept settings with the given options laid over them. Throws `RegistryRefused`. */
export function mergeSettings(
  id: string,
  launch: LaunchKind,
  kept: KeptApp | undefined,
  given: Given["settings"],
): Record<string, unknown> {
  const before: AppSettings = kept?.launch === launch ? kept.settings : {};
  const settings: Record<string, unknown> = { ...before };
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

const LISTS = {
  school: ["school_ids", "allow_school_ids", "deny_school_ids"],
  class: ["class_ids", "allow_class_ids", "deny_class_ids"],
  person: ["allow_user_ids", "deny_user_ids"],
} as const;

/** Replaces the codes, names and accounts that an operator may write for schools, classes and people by ids. */
export async function byId(db: Queryable, given: Given): Promise<Given> {
  const found: Given = { ...given };
  const find = {
    school: (typed: string) => findSchool(db, typed),
    class: (typed: string) => findClass(db, typed),
    person: (typed: string) => findPerson(db, typed),
  };
  for (const [kind, lists] of Object.entries(LISTS) as [keyof typeof LISTS, readonly List[]][]) {
    for (const list of lists) {
      const typed = given[list];
      if (typed === undefined) continue;
      const ids: string[] = [];
      for (const one of typed) ids.push((await find[kind](one)).id);
      found[list] = [...new Set(ids)];
    }
  }
  if (given.district_id != null) {
    found.district_id = (await findSchool(db, given.district_id, "district")).id;
  }
  return found;
}
type List = (typeof LISTS)[keyof typeof LISTS][number];
