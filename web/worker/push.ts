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

/** Opens the messages: in a tab of the page that is open, else in a new one. */
export async function openMessages(notification: Notification, base: string): Promise<void> {
  notification.close();
  const messages = `${base}#/messages`;
  const tabs = await self.clients.matchAll({ type: "window" });
  const tab = tabs.find(({ url }) => url.startsWith(base));
  if (tab === undefined) return void (await self.clients.openWindow(messages));
  await tab.navigate(messages);
  // refused where nobody pressed anything
  await tab.focus().catch(() => undefined);
}
