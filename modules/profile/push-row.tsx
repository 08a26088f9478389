import { useEffect, useState } from "react";
import { endPush, savePush, type NoticeAlerts } from "#contract";
import { Button } from "../../web/src/ui/button.tsx";
import { useModule } from "../kit/react-module.tsx";
import { Refused, useAct } from "../kit/use-act.ts";
import css from "./form.module.css";

/** Returns whether this browser can show notices while the page is closed. */
export function canPush(): boolean {
  return (
    window.isSecureContext &&
    "serviceWorker" in navigator &&
    "PushManager" in window &&
    "Notification" in window
  );
}

/** Turns web push on or off for this browser, as long as this session lasts; asks the browser only when it is pressed (IN-05). */
export function PushRow({
  known: { key, is_on },
  onSaved,
}: {
  known: NoticeAlerts["push"];
  onSaved: () => void;
}) {
  const { send, notify } = useModule();
  const { busy, fault, act } = useAct();
  const [isLost, setLost] = useState(false);
  const works = is_on && !isLost;

  useEffect(() => {
    // the server learns only with the next notice what the browser's own settings have ended
    if (is_on)
      subscribed().then(
        (found) => setLost(found === null),
        () => {},
      );
  }, [is_on]);

  async function begin() {
    if ((await Notification.requestPermission()) !== "granted") {
      throw new Refused("浏览器没有允许，请在浏览器的网站设置里允许本站发送通知");
    }
    const { endpoint = "", keys = {} } = (await subscribe(key)).toJSON();
    const { p256dh = "", auth = "" } = keys;
    await send(savePush, { endpoint, p256dh, auth });
    setLost(false);
    notify("这个浏览器会显示新通知", "success");
  }

  async function end() {
    await send(endPush, {});
    await (await subscribed())?.unsubscribe();
    notify("这个浏览器不再显示新通知", "success");
  }

  return (
    <div className={css["alert"]}>
      <div className={css["row"]}>
        <p className={css["pair"]}>
          {works
            ? "有新通知时，这个浏览器会显示，退出登录就停止。"
            : "网页没有打开，也可以让这个浏览器显示新通知。"}
        </p>
        <Button
          busy={busy}
          onClick={() =>
            void act(async () => {
              await (works ? end() : begin());
              onSaved();
            })
          }
        >
          {works ? "关闭浏览器通知" : "开启浏览器通知"}
        </Button>
      </div>
      {fault === undefined ? null : (
        <p className={css["fault"]} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

/** The longest wait in ms for the worker of a first visit, and for a push service: a browser that cannot reach it tries for minutes. */
const WAIT_MS = 15_000;

function inTime<T>(done: Promise<T>): Promise<T> {
  return Promise.race([done, new Promise<never>((_, reject) => setTimeout(reject, WAIT_MS))]);
}

const registered = () => navigator.serviceWorker.getRegistration();

/** Returns what this browser is subscribed with; null where nothing. */
async function subscribed(): Promise<PushSubscription | null> {
  return (await (await registered())?.pushManager.getSubscription()) ?? null;
}

/** Returns what shows notices; it is refused where the operator wants none, or it does not come. */
async function readyWorker(): Promise<ServiceWorkerRegistration> {
  try {
    if ((await registered()) !== undefined) {
      return await inTime(navigator.serviceWorker.ready);
    }
  } catch {
    // said below
  }
  throw new Refused("网页还没有准备好，请刷新以后再试");
}

/** Subscribes anew: one that is left of somebody else, or of another key, is ended. */
async function subscribe(applicationServerKey: string): Promise<PushSubscription> {
  const { pushManager } = await readyWorker();
  try {
    await (await pushManager.getSubscription())?.unsubscribe();
    const made = pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
    return await inTime(made);
  } catch {
    throw new Refused(
      "没有开启：这个浏览器连不上它的推送服务。可以换个网络或浏览器再试，通知照样在“消息”里。",
    );
  }
}
