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
