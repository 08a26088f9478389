import { readNoticeAlerts, savePush } from "#contract";
import { send } from "../../api/client.ts";
import { session } from "../../session/session.ts";

const QUIET = { quietGeneral: true, quietError: true } as const;

/**
 * Tells the server of the browser's subscription to web push where it is another than this session gave: browsers replace them
 * by themselves (IN-05). One that the browser has lost is made anew; a session that never subscribed does not by this.
 */
export async function keepPushKnown(): Promise<void> {
  const { token } = session.getState();
  const registration = await navigator.serviceWorker.getRegistration();
  if (token === null || registration?.pushManager === undefined) return;
  const { key, known } = (await send(readNoticeAlerts, {}, QUIET)).push;
  if (known === null || known === undefined) return;
  const { pushManager } = registration;
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  const subscription =
    (await pushManager.getSubscription()) ?? (await pushManager.subscribe(wanted));
  const { endpoint } = subscription;
  if ((await digestOf(endpoint)) === known || session.getState().token !== token) return;
  const { p256dh = "", auth = "" } = subscription.toJSON().keys ?? {};
  await send(savePush, { endpoint, p256dh, auth }, { ...QUIET, token });
}

async function digestOf(text: string): Promise<string> {
  const bytes = new Uint8Array(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)),
  );
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
