import { readUpdateInfo } from "#contract";
import { onCallFailure, send } from "../../api/client.ts";
import { ApiError, NetworkError, TimeoutError } from "../../api/failures.ts";
import { connectionAfter, pauseAfter, type Attempt } from "./rules.ts";
import { connection } from "./state.ts";

/** The smallest call there is, that needs no session; whoever waits for it waits for the bar, not for a page. */
const LOOK_TIMEOUT_MS = 5000;

let attempts = 0;
let clock: ReturnType<typeof setTimeout> | undefined;

/** Asks the platform whether it is there, and goes on asking until it is. */
export async function lookAgain(): Promise<void> {
  if (connection.getState().looking) return;
  clearTimeout(clock);
  connection.setState({ looking: true });
  const attempt = await tryToReach();
  const state = connectionAfter(attempt, navigator.onLine);
  connection.setState({ state, looking: false });
  if (state === "online") {
    attempts = 0;
    return;
  }
  clock = setTimeout(() => void lookAgain(), pauseAfter(attempts, Math.random()));
  attempts += 1;
}

/** Looks when a call fails, when the device says that its network went or came, and when the person comes back. */
export function watchConnection(): void {
  onCallFailure((error) => {
    if (isOutage(error)) void lookAgain();
  });
  window.addEventListener("offline", () => void lookAgain());
  window.addEventListener("online", () => void lookAgain());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && connection.getState().state !== "online") void lookAgain();
  });
}

async function tryToReach(): Promise<Attempt> {
  try {
    const quietly = { quietGeneral: true, quietError: true };
    await send(readUpdateInfo, { device: "web" }, { ...quietly, timeoutMs: LOOK_TIMEOUT_MS });
    return { kind: "answered", status: 200 };
  } catch (error) {
    return error instanceof ApiError
      ? { kind: "answered", status: error.status }
      : { kind: "failed" };
  }
}

function isOutage(error: unknown): boolean {
  if (error instanceof NetworkError || error instanceof TimeoutError) return true;
  return error instanceof ApiError && error.status >= 502;
}
