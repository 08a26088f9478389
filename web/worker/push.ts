/** Web push beside notices (IN-05): what a push says is shown, and a press on it opens the messages. */

declare const self: ServiceWorkerGlobalScope;

interface News {
  title: string;
  body: string;
}

/** Shows what came; something must be shown for each push. */
export async function showNews(data: PushMessageData | null, base: string): Promise<void> {
  const { title, body } = newsIn(data);
  await self.registration.showNotification(title, {
    body,
    lang: "zh-CN",
    icon: `${base}brand/icon-192.png`,
  });
}

function newsIn(data: PushMessageData | null): News {
  try {
    const { title, body } = (data?.json() ?? {}) as Partial<News>;
    if (typeof title === "string" && typeof body === "string") return { title, body };
  } catch {
    // not ours: shown without its text
  }
  return { title: "有新的通知", body: "" };
}

/** Opens the messages: in the tab of the page that was used last and has nothing unsaved, else in a new one. */
export async function openMessages(notification: Notification, base: string): Promise<void> {
  notification.close();
  const messages = `${base}#/messages`;
  const tabs = await tabsOf(base);
  const free = await Promise.all(tabs.map(isFree));
  const tab = tabs.find((_, index) => free[index]);
  if (tab === undefined) return void (await self.clients.openWindow(messages));
  await tab.navigate(messages);
  // refused where nobody pressed anything
  await tab.focus().catch(() => undefined);
}

/** Browsers let a window be opened within a second of the press. */
const ANSWER_WITHIN_MS = 400;

/** Returns whether a tab says that nothing in it would be lost; one that sleeps, or of an older build, says nothing. */
function isFree(tab: WindowClient): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data === false);
    setTimeout(() => resolve(false), ANSWER_WITHIN_MS);
    tab.postMessage("unsaved", [port2]);
  });
}

/**
 * Subscribes anew where the browser has ended a subscription by itself and made no other, and has open tabs tell the server.
 * Only they have the session; where none is open the next one does.
 */
export async function renewPush(
  { oldSubscription, newSubscription }: PushSubscriptionChangeEvent,
  base: string,
): Promise<void> {
  if (newSubscription === null && oldSubscription !== null) {
    // the person may have forbidden it, or the push service is not reached
    await self.registration.pushManager.subscribe(oldSubscription.options).catch(() => undefined);
  }
  for (const tab of await tabsOf(base)) tab.postMessage("push-changed");
}

async function tabsOf(base: string): Promise<WindowClient[]> {
  const tabs = await self.clients.matchAll({ type: "window" });
  return tabs.filter(({ url }) => url.startsWith(base));
}
