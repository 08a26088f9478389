import type { SharedAccount } from "#contract";
import { ApiError } from "../../../api/failures.ts";

/** Who is reached at the same number, when the server asks which of them it is. */
export function accountsIn(error: unknown): SharedAccount[] {
  const data = error instanceof ApiError ? error.data : null;
  const { check, accounts } = (data ?? {}) as { check?: unknown; accounts?: unknown };
  return check === "account" && Array.isArray(accounts) ? (accounts as SharedAccount[]) : [];
}
