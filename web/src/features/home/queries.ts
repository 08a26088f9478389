import { reportAppLogin, saveSetting, type AppsAnswer, type Identity, type Theme } from "#contract";
import { send } from "../../api/client.ts";
import { readQuery, setQuery, useQuery } from "../../api/query.ts";
import { showTheme } from "../../session/appearance.ts";
import { session } from "../../session/session.ts";
import { actAs, APPS_QUERY } from "../../session/switch-identity.ts";
import { readOwnApps } from "../../session/user-queries.ts";
import { withRecent } from "./rules.ts";

const QUIET = { quietGeneral: true, quietError: true } as const;

/** Loads an identity's apps; the page itself shows a failure. */
const loadApps = (identity: Identity) => () => readOwnApps(identity, QUIET);

export function useApps(identity: Identity) {
  return useQuery<AppsAnswer>(`${APPS_QUERY}${identity}`, loadApps(identity));
}

/** Reports to the server that an app was opened, and updates "recently used" on this page (AP-07, AP-08). */
export async function noteOpened(appId: string): Promise<void> {
  const { identity } = session.getState();
  if (identity === null) return;
  const key = `${APPS_QUERY}${identity}`;
  // A report that fails never troubles the person.
  send(reportAppLogin, { app_id: appId }, QUIET).catch(() => {});
  const answer = await readQuery(key, loadApps(identity)).catch(() => null);
  if (answer === null) return;
  setQuery(key, { ...answer, recent_app_ids: withRecent(answer.recent_app_ids, appId) });
}

/** Shows the theme at once and saves it; what cannot be saved is taken back (AP-03). */
export async function chooseTheme(theme: Theme): Promise<void> {
  const before = session.getState().theme;
  if (theme === before) return;
  session.setState({ theme });
  showTheme(theme);
  try {
    await send(saveSetting, { theme });
  } catch {
    // The client has said so.
    if (session.getState().theme !== theme) return;
    session.setState({ theme: before });
    showTheme(before);
  }
}

/** Makes another school of the current identity the current one (ID-08). */
export async function chooseSchool(schoolId: string): Promise<void> {
  const { identity } = session.getState();
  if (identity !== null) await actAs(identity, schoolId);
}
