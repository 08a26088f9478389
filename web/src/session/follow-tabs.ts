import { reloadPage } from "../platform/navigation.ts";
import { onOtherTab, onReturn } from "../platform/storage.ts";
import { clearIdentity } from "./appearance.ts";
import { noteSignOutElsewhere, SIGNING_OUT_KEY, signingOut } from "./logout.ts";
import { loadPlatformEntry, PLATFORM_ENTRY_KEY } from "./platform-entry.ts";
import { endSession, keptSession, restoreSession, session, TOKEN_KEY } from "./session.ts";

export interface WhoIsIn {
  token: string | null;
  userId: string | null;
}

/** Decides what this tab does when another one has changed the session. */
export function followDecision(
  here: WhoIsIn,
  kept: WhoIsIn,
): "nothing" | "leave" | "adopt" | "reload" {
  if (here.token === kept.token) return "nothing";
  if (kept.token === null) return "leave";
  // What is on screen belongs to another person.
  if (here.token !== null && here.userId !== kept.userId) return "reload";
  return "adopt";
}

/**
 * Follows sign-in and sign-out in other tabs, also those from before it listened: one browser has one person. `onEnded` is
 * called before this tab leaves a session that another has found ended.
 */
export function followOtherTabs(onEnded: () => void): void {
  const follow = (key: string | null, isBack = false) => {
    if (key === SIGNING_OUT_KEY) noteSignOutElsewhere();
    if (key === null || key === PLATFORM_ENTRY_KEY) loadPlatformEntry();
    if (key !== null && key !== TOKEN_KEY) return;
    const { token, authData } = session.getState();
    switch (followDecision({ token, userId: authData?.user_id ?? null }, keptSession())) {
      case "leave":
        // what was on its way when the page was left may never come (Safari): sign-in would wait, and the person be seen
        if (isBack) return reloadPage();
        // of a page that was away nobody knows why
        if (key !== null && signingOut() === null) onEnded();
        endSession();
        clearIdentity();
        return;
      case "adopt":
        restoreSession();
        return;
      case "reload":
        reloadPage();
        return;
      case "nothing":
    }
  };
  onOtherTab(follow);
  onReturn(() => follow(null, true));
  follow(null);
}
