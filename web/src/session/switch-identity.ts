import type { Identity } from "#contract";
import { invalidate } from "../api/query.ts";
import { fetchSheet, showIdentity, showTheme } from "./appearance.ts";
import { setGlobal } from "./platform-entry.ts";
import { session } from "./session.ts";
import { readUser, saveCurrentIdentity } from "./user-queries.ts";

/** ID-02 */
export const APPS_RELOAD_DELAY_MS = 500;

/** Keys of the queries that hold an identity's apps start with this. */
export const APPS_QUERY = "apps:";

let turn = 0;

/**
 * Switches to another identity the person holds (ID-02). Does nothing when the current school is not enabled or the
 * identity is current already; of two switches at once the later one counts.
 */
export async function switchIdentity(to: Identity): Promise<void> {
  const { identity, user } = session.getState();
  if (to === identity || user?.school?.is_abled !== true) return;
  await actAs(to);
}

/** Switches like {@link switchIdentity}, also from a disabled school: the school check must leave one (ID-03). */
export async function actAs(to: Identity, schoolId?: string): Promise<void> {
  const mine = ++turn;
  const { token } = session.getState();
  const current = () => mine === turn && session.getState().token === token;
  await saveCurrentIdentity(to, schoolId);
  if (!current()) return;
  fetchSheet(to);
  const user = await readUser(to);
  if (current()) await showIdentity(to);
  if (!current()) return;
  const { identity: lastIdentity, theme } = session.getState();
  session.setState({
    identity: to,
    lastIdentity,
    user,
    theme: user.setting?.theme ?? theme,
    schoolState: user.school?.is_abled === true ? "valid" : "none",
  });
  setGlobal({ identity: to });
  showTheme(session.getState().theme);
  setTimeout(() => {
    if (current()) invalidate(`${APPS_QUERY}${to}`);
  }, APPS_RELOAD_DELAY_MS);
}
