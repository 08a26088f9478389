import { logout } from "#contract";
import { send } from "../api/client.ts";
import { notifyShell } from "../platform/shell.ts";
import { localStore, tabStore } from "../platform/storage.ts";
import { navigate } from "../platform/navigation.ts";
import { clearIdentity } from "./appearance.ts";
import { savePlatformEntry } from "./platform-entry.ts";
import { endSession } from "./session.ts";

/** SE-06 */
export const SIGN_OUT_DELAY_MS = 300;
/** The time-out in ms after which the page signs out although the server did not answer. */
export const SIGN_OUT_CALL_TIMEOUT_MS = 3000;
const SIGN_OUT_EVENT = "logout";
export const LOGIN_PATH = "/login";

/** Key of the time at which a sign-out began, for the other tabs. */
export const SIGNING_OUT_KEY = "signing-out";
/** The time in ms after which a sign-out that was cut short, as by closing the tab, no longer counts. */
const SIGNING_OUT_MS = SIGN_OUT_CALL_TIMEOUT_MS + SIGN_OUT_DELAY_MS + 5000;

let notifying: Promise<void> | null = null;
let elsewhereSince = 0;
let clock: ReturnType<typeof setTimeout> | undefined;

/** Signs out, in the order of SE-06; further calls join the first. Resolves when the server was notified. */
export async function signOut(): Promise<void> {
  notifying ??= notifyServer();
  await notifying;
  clearTimeout(clock);
  clock = setTimeout(leave, SIGN_OUT_DELAY_MS);
}

/** Returns the place of a sign-out under way: this page, which then leaves by itself, or another tab; null when there is none. */
export function signingOut(): "here" | "elsewhere" | null {
  if (notifying !== null) return "here";
  const since = Math.max(elsewhereSince, Number(localStore.read(SIGNING_OUT_KEY)));
  // what was written by a clock that was ahead is not under way either
  return Math.abs(Date.now() - since) < SIGNING_OUT_MS ? "elsewhere" : null;
}

/** Notes that another tab signs out: what it writes of that may be gone before its token is seen to be. */
export function noteSignOutElsewhere(): void {
  elsewhereSince = Date.now();
}

async function notifyServer(): Promise<void> {
  localStore.write(SIGNING_OUT_KEY, String(Date.now()));
  notifyShell(SIGN_OUT_EVENT);
  try {
    const quietly = { quietGeneral: true, quietError: true };
    await send(logout, {}, { ...quietly, timeoutMs: SIGN_OUT_CALL_TIMEOUT_MS });
  } catch {
    // Signed out here all the same; the server's session runs out by itself.
  }
}

function leave(): void {
  notifying = null;
  endSession();
  localStore.wipe();
  tabStore.wipe();
  savePlatformEntry();
  clearIdentity();
  navigate(LOGIN_PATH, { replace: true });
}
