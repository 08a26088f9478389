import type { LaunchKind } from "#contract";
import type { AppToSave } from "./upsert-catalogue.ts";

/** Whether the app proves itself with a secret of ours. */
export function hasSecret({ launch, settings }: Pick<AppToSave, "launch" | "settings">): boolean {
  if (launch === "ticket") return true;
  if (launch !== "oidc") return false;
  const { token_endpoint_auth_method: method = "client_secret_basic" } = settings as {
    token_endpoint_auth_method?: string;
  };
  return method.startsWith("client_secret_");
}

/** Where an app opens: a module in its own place, and nothing else there. */
export function opening(launch: LaunchKind, wanted: AppToSave["opens_in"]) {
  if (launch === "module") return "module";
  return wanted === "module" || wanted === undefined ? "tab" : wanted;
}
