import { Refusal } from "../http/refusal.ts";

/** Decoding takes memory and a core: so many pictures at once on a node, and so many waiting. */
const AT_ONCE = 2;
const WAITING_AT_MOST = 32;
const COME_BACK_SECONDS = 5;

let running = 0;
const waiting: (() => void)[] = [];

/** Waits for its turn; who would stand too far back is told to come again. */
export async function inLine<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running += 1;
  else {
    if (waiting.length >= WAITING_AT_MOST) {
      throw new Refusal("notReady", {
        msg: "正在处理的图片较多，请稍后再试",
        retryAfter: COME_BACK_SECONDS,
      });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
