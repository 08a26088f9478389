import type { AppSettings, LtiSettings, OidcSettings } from "#contract";
import type { EntryFault } from "./entry-faults.ts";

type SigningSettings = Partial<OidcSettings & LtiSettings>;

/** Returns the faults of settings that are well-formed one by one. `called` names a setting as whoever reads the sentence knows it. */
export function conflictingSettings(
  settings: AppSettings,
  called: (setting: string) => string = (setting) => setting,
): EntryFault[] {
  return [...addressFaults(settings), ...keyFaults(settings as SigningSettings, called)];
}

/** Addresses are compared letter by letter later: one that no browser would send so can never fit. */
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

/** What only an app can do that signs with keys of its own. */
function keyFaults(settings: SigningSettings, called: (setting: string) => string): EntryFault[] {
  if (settings.jwks_uri !== undefined || settings.jwks !== undefined) return [];
  const signing = [
    settings.token_endpoint_auth_method === "private_key_jwt" && "private_key_jwt",
    settings.deep_link_uri !== undefined && called("deep_link_uri"),
    settings.names_and_roles === true && called("names_and_roles"),
    settings.grades === true && called("grades"),
  ].filter((one) => one !== false);
  if (signing.length === 0) return [];
  const message = `${signing.join("、")} 需要用 ${called("jwks_uri")} 写出应用公钥的地址。`;
  return [{ path: "settings.jwks_uri", message }];
}
