import { editUser, type Identity } from "#contract";
import { send } from "../api/client.ts";
import { invalidate } from "../api/query.ts";
import { fetchSheet, showIdentity, showTheme } from "./appearance.ts";
import { APPS_QUERY, readUser } from "./user-queries.ts";
import { saveInOrder } from "./in-order.ts";
import { setGlobal } from "./platform-entry.ts";
import { session } from "./session.ts";

/** ID-02 */
export const APPS_RELOAD_DELAY_MS = 500;

let turn = 0;
let underWay = 0;
/** The identity that the server holds current, while the screen does not show it. */
let unshown: Identity | null = null;

/** Returns whether another identity or school has been chosen that is not shown yet: until then what is shown may be chosen, too. */
export function isSwitching(): boolean {
  return underWay > 0;
}

/**
 * Switches to another identity the person holds (ID-02), as {@link actAs}. Does nothing when the current school is not
 * enabled or the identity is current already.
 */
export async function switchIdentity(to: Identity): Promise<boolean> {
  const { identity, user } = session.getState();
  if ((to === identity && !isSwitching()) || user?.school?.is_abled !== true) return false;
  return actAs(to);
}

/**
 * Switches to an identity, and to one of its schools, also from a disabled school: the school check must leave one (ID-03).
 * Of several switches within one round trip the last counts, here and at the server; resolves to true for that one.
 */
export async function actAs(to: Identity, schoolId?: string): Promise<boolean> {
  const mine = ++turn;
  const { token } = session.getState();
  const isCurrent = () => mine === turn && session.getState().token === token;
  const save = async () => {
    const chosen = { identity: to, ...(schoolId !== undefined && { school_id: schoolId }) };
    await send(editUser, chosen, { keepalive: true });
    unshown = to;
  };
  // the next start is under what was chosen, and not under what was seen last
  const keep = () => {
    if (isCurrent()) setGlobal({ identity: to });
  };
  addEventListener("pagehide", keep);
  underWay += 1;
  try {
    const isSaved = await saveInOrder(save, isCurrent).catch(async (error: unknown) => {
      // what was chosen before it has been done
      if (isCurrent() && unshown !== null) await show(unshown, isCurrent).catch(() => {});
      throw error;
    });
    return isSaved && (await show(to, isCurrent));
  } finally {
    removeEventListener("pagehide", keep);
    underWay -= 1;
  }
}

/** Shows the person as the server holds them under an identity, unless another is wanted meanwhile. */
async function show(to: Identity, isCurrent: () => boolean): Promise<boolean> {
  if (!isCurrent()) return false;
  fetchSheet(to);
  const user = await readUser(to);
  if (isCurrent()) await showIdentity(to);
  if (!isCurrent()) return false;
  unshown = null;
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
    if (isCurrent()) invalidate(`${APPS_QUERY}${to}`);
  }, APPS_RELOAD_DELAY_MS);
  return true;
}
