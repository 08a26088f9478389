import { logout } from "#contract";
import { send } from "../api/client.ts";
import { tellShell } from "../platform/shell.ts";
import { localStore, tabStore } from "../platform/storage.ts";
import { navigate } from "../platform/navigation.ts";
import { showNobody } from "./appearance.ts";
import { savePlatformEntry } from "./platform-entry.ts";
import { endSession } from "./session.ts";

/** SE-06 */
export const SIGN_OUT_DELAY_MS = 300;
/** A server that cannot be reached must not keep a person signed in at this page. */
export const SIGN_OUT_CALL_TIMEOUT_MS = 3000;
export const SIGN_OUT_EVENT = "logout";
export const LOGIN_PATH = "/login";

let telling: Promise<void> | null = null;
let clock: ReturnType<typeof setTimeout> | undefined;

/** Signs out, in the order of SE-06; asked for again until it is done, it happens once. Resolves when the server has heard. */
export async function signOut(): Promise<void> {
  telling ??= tell();
  await telling;
  clearTimeout(clock);
  clock = setTimeout(leave, SIGN_OUT_DELAY_MS);
}

async function tell(): Promise<void> {
  tellShell(SIGN_OUT_EVENT);
  try {
    const quietly = { quietGeneral: true, quietError: true };
    await send(logout, {}, { ...quietly, timeoutMs: SIGN_OUT_CALL_TIMEOUT_MS });
  } catch {
    // Signed out here all the same; the server's session runs out by itself.
  }
}

function leave(): void {
  telling = null;
  endSession();
  localStore.wipe();
  tabStore.wipe();
  savePlatformEntry();
  showNobody();
  navigate(LOGIN_PATH, { replace: true });
}
