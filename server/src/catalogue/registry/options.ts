import type { LaunchKind } from "#contract";
import { OperatorRefused } from "../../platform/operator-refused.ts";

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

/** Something the command cannot do as it was asked; the message is a Chinese sentence for whoever typed it. */
export class RegistryRefused extends OperatorRefused {
  override name = "RegistryRefused";
}
