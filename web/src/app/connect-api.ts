import { EXPIRED_CODE } from "#contract";
import { configureClient, type ClientParts } from "../api/client.ts";
import { ApiError, failureText, SESSION_ENDED_TEXT } from "../api/failures.ts";
import { takeEarlyAnswer } from "../platform/boot.ts";
import { currentPath, navigate } from "../platform/navigation.ts";
import { pageClient } from "../platform/shell.ts";
import { toast } from "../ui/toast.ts";
import { clearIdentity } from "../session/appearance.ts";
import { LOGIN_PATH, signingOut } from "../session/logout.ts";
import { platformEntry } from "../session/platform-entry.ts";
import { endSession, session } from "../session/session.ts";
import { apiServerKnown } from "../session/site.ts";
import { pageChangeAfterSignOut } from "./router.ts";
import { storeWantedPath } from "./wanted-path.ts";

/** Connects the request layer to the page: the caller of each call, and what the page does when one fails (ER-01…05). */
export function connectApi(): void {
  const { token } = session.getState();
  // what was asked with the token of before says nothing of who has signed in since
  const isSame = () => session.getState().token === token;
  configureClient({
    ...PARTS,
    earlyAnswer: (key) => (isSame() ? takeEarlyAnswer(key) : undefined),
  });
}

/** Says that the session has ended, and has the next sign-in of the same person lead back to this place. */
export function keepPlace(): void {
  toast.show(SESSION_ENDED_TEXT, "error");
  storeWantedPath(window.location.hash.slice(1), session.getState().authData?.user_id ?? null);
}

const PARTS: ClientParts = {
  ready: () =>
    pageChangeAfterSignOut()?.then(() => Promise.reject(new ApiError(EXPIRED_CODE, ""))) ??
    apiServerKnown(),
  caller() {
    const { token, identity } = session.getState();
    const { apiServer } = platformEntry.getState().global;
    return { token, identity, apiServer: apiServer ?? "", client: pageClient() };
  },
  onSessionExpired(_error, token) {
    const { token: present } = session.getState();
    // A late answer to a session that is over already.
    if (token !== present) return;
    if (token === null) return navigate(LOGIN_PATH, { replace: true });
    const leaving = signingOut();
    if (leaving === "here") return;
    if (leaving === null) keepPlace();
    endSession();
    clearIdentity();
  },
  onFailure: showFailure,
  onError: showFailure,
  onAuthorizeNeeded() {
    if (currentPath() === LOGIN_PATH) return;
    storeWantedPath(currentPath(), null);
    navigate(LOGIN_PATH);
  },
};

function showFailure(failure: Error): void {
  // ER-05: sign-in shows its own failures at its own fields.
  if (session.getState().token === null && currentPath() === LOGIN_PATH) return;
  toast.show(failureText(failure), "error");
}
