import { parseArgs } from "node:util";
import type { LaunchKind } from "#contract";

const text = { type: "string" } as const;
const texts = { type: "string", multiple: true } as const;
const flag = { type: "boolean" } as const;

/** Options that fill a setting of some kinds: which setting, and of which kinds. */
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

const OPTIONS = {
  id: text,
  name: text,
  kind: text,
  url: text,
  category: text,
  "category-name": text,
  description: text,
  icon: text,
  "icon-mono": text,
  sort: text,
  roles: text,
  clients: text,
  claims: text,
  district: text,
  "for-schools": text,
  "for-stages": text,
  "for-grades": text,
  "for-classes": text,
  "allow-people": text,
  "allow-schools": text,
  "allow-classes": text,
  "allow-identities": text,
  "deny-people": text,
  "deny-schools": text,
  "deny-classes": text,
  "deny-identities": text,
  "open-at": text,
  "close-at": text,
  "opens-in": text,
  display: flag,
  approved: flag,
  "step-up": flag,
  "redirect-uri": texts,
  "post-logout-redirect-uri": texts,
  "initiate-login-uri": text,
  "backchannel-logout-uri": text,
  "auth-method": text,
  "jwks-uri": text,
  "deployment-id": text,
  "login-url": text,
  "target-link-uri": text,
  "deep-link-uri": text,
  "names-and-roles": flag,
  grades: flag,
  service: texts,
  "single-logout": flag,
  "single-logout-url": text,
} as const;

/** Something the command cannot do as it was asked; the message is a Chinese sentence for whoever typed it. */
export class RegistryRefused extends Error {
  override name = "RegistryRefused";
}

/** The words and options of a command line; throws `RegistryRefused` for an option that there is not. */
export function readOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      allowNegative: true,
      options: OPTIONS,
    });
  } catch (cause) {
    throw new RegistryRefused(explained(cause), { cause });
  }
}
export type Values = ReturnType<typeof readOptions>["values"];

function explained(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  const option = /'(?:-\w, )?(--?[\w-]*)/.exec(message)?.[1] ?? "";
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") return `没有“${option}”这个选项。`;
  return message.includes("does not take an argument")
    ? `选项“${option}”后面不带值；要取消它，写成“${option.replace(/^--/, "--no-")}”。`
    : `选项“${option}”后面要写它的值；值以“-”开头时写成“${option}=值”。`;
}
