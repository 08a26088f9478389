import { Refusal } from "../http/refusal.ts";

/** Files that a node inspects at once: each is in memory as a whole, and a picture that is decoded takes more, and a core. */
const AT_ONCE = 2;
/** Files that wait, of all people and of one: nobody fills the line alone. */
const WAITING_AT_MOST = 32;
const WAITING_OF_PERSON = 12;
const COME_BACK_SECONDS = 5;

interface Waiting {
  user_id: string;
  begin: () => void;
}

let running = 0;
const waiting: Waiting[] = [];

/** Waits for a turn; when the line is full, refuses with `notReady` and the seconds to wait. */
export async function inLine<T>(user_id: string, work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running += 1;
  else {
    const own = waiting.filter((one) => one.user_id === user_id).length;
    if (waiting.length >= WAITING_AT_MOST || own >= WAITING_OF_PERSON) {
      throw new Refusal("notReady", {
        msg: "正在处理的文件较多，请稍后再试",
        retryAfter: COME_BACK_SECONDS,
      });
    }
    await new Promise<void>((begin) => waiting.push({ user_id, begin }));
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next.begin();
  }
}
