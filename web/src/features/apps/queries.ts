import { launchApp, listApps, type Identity } from "#contract";
import { send } from "../../api/client.ts";
import { useQuery } from "../../api/query.ts";

const QUIET = { quietGeneral: true, quietError: true };

export function useAllApps(identity: Identity | null) {
  return useQuery(`all-apps:${identity ?? ""}`, () => send(listApps, {}, QUIET));
}

export const tryLaunch = (app_id: string) => send(launchApp, { app_id }, QUIET);
