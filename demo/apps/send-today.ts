import { setTimeout as sleep } from "node:timers/promises";
import type { AppBatch, Identity } from "#contract";

/** A subject that an app was given at a launch of an account. */
export interface KnownSubject {
  app_id: string;
  account: string;
  sub: string;
}

interface Sender {
  id: string;
  secret?: string;
  launch: string;
}

type Todo = NonNullable<AppBatch["todos"]>[number];

const DAY_MS = 86_400_000;
const CHINA_MS = 8 * 3_600_000;
const SEND_WITHIN_MS = 10_000;
const AGAIN_AFTER_MS = 2000;
const TRIES = 3;

/** Returns what the demo's apps have for some accounts on a day; `at` makes a moment from a day from now and an hour. */
function itemsOf(
  app_id: string,
  account: string,
  {
    version,
    link,
    at,
  }: { version: number; link: string; at: (days: number, hour: number) => string },
): Omit<Todo, "sub">[] {
  const todo = (key: string, title: string, due: string) => ({ key, version, title, due, link });
  switch (`${app_id} ${account}`) {
    case "homework zhaoyifan":
      return [
        todo("maths", "数学：一次函数练习 2.3", at(0, 20)),
        todo("english", "英语：Unit 5 听读 15 分钟", at(1, 18)),
      ];
    case "homework linxiaoman":
      return [
        todo("arithmetic", "口算第 3 页", at(0, 20)),
        todo("poem", "背诵《望天门山》", at(1, 18)),
      ];
    case "assign-homework sunhao":
      return [todo("functions", "批改：八年级 一次函数练习（36 份）", at(0, 18))];
    case "assign-homework linlan":
      return [todo("composition", "批改：三年级（2）班 习作《我的植物朋友》", at(1, 12))];
    default:
      return [];
  }
}

/**
 * Sends the day's to-dos of the demo's apps to their people, and how many they are, through the API that every app has (IN-06). A day's items have
 * the day as their version, so that a second start changes nothing. Rejects when it is stopped.
 */
export async function sendToday(
  apps: readonly Sender[],
  subjects: readonly KnownSubject[],
  { platformUrl, appUrl, now }: { platformUrl: string; appUrl: string; now: Date },
  stop: AbortSignal,
): Promise<void> {
  const version = Math.floor((now.getTime() + CHINA_MS) / DAY_MS);
  const at = (days: number, hour: number) =>
    new Date((version + days) * DAY_MS - CHINA_MS + hour * 3_600_000).toISOString();
  for (const { id, secret } of apps) {
    if (secret === undefined) continue;
    const link = `${appUrl}/${id}?from=today`;
    const sent = subjects
      .filter(({ app_id }) => app_id === id)
      .map(({ account, sub }) => ({ sub, items: itemsOf(id, account, { version, link, at }) }))
      .filter(({ items }) => items.length > 0);
    if (sent.length === 0) continue;
    const todos = sent.flatMap(({ sub, items }) => items.map((item) => ({ sub, ...item })));
    const identity: Identity = id === "homework" ? "student" : "teacher";
    const badges = sent.map(({ sub, items: { length: count } }) => ({
      ...{ sub, identity, count, version },
    }));
    await sendBatch(platformUrl, { id, secret }, { todos, badges }, stop);
  }
}

/** Sends a batch; a platform that cannot answer yet is asked again. */
async function sendBatch(
  platformUrl: string,
  { id, secret }: { id: string; secret: string },
  batch: AppBatch,
  stop: AbortSignal,
): Promise<void> {
  for (let tried = 1; tried <= TRIES && !stop.aborted; tried += 1) {
    try {
      const { status } = await fetch(new URL("/app/v1/batch", platformUrl), {
        method: "POST",
        headers: {
          authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
          "content-type": "application/json",
        },
        body: JSON.stringify(batch),
        signal: AbortSignal.any([stop, AbortSignal.timeout(SEND_WITHIN_MS)]),
      });
      if (status < 500) return;
    } catch {
      // as if it had answered 503
    }
    await sleep(AGAIN_AFTER_MS * tried, undefined, { signal: stop });
  }
}
