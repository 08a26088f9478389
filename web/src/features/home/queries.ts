import type { AppsAnswer, Identity } from "#contract";
import { useQuery } from "../../api/query.ts";
import { APPS_QUERY, readOwnApps } from "../../session/user-queries.ts";

const QUIET = { quietGeneral: true, quietError: true } as const;

/** Loads an identity's apps; the page itself shows a failure. */
export const loadApps = (identity: Identity) => () => readOwnApps(identity, QUIET);

export function useApps(identity: Identity) {
  return useQuery<AppsAnswer>(`${APPS_QUERY}${identity}`, loadApps(identity));
}
