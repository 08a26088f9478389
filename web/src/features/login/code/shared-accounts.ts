import type { SharedAccount } from "#contract";
import { ApiError } from "../../../api/failures.ts";

/** Returns the accounts that share a phone number or address, from the server's refusal with check `account`; else an empty list. */
export function accountsIn(error: unknown): SharedAccount[] {
  const data = error instanceof ApiError ? error.data : null;
  const { check, accounts } = (data ?? {}) as { check?: unknown; accounts?: unknown };
  return check === "account" && Array.isArray(accounts) ? (accounts as SharedAccount[]) : [];
}
