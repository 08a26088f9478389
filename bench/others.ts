import { CALLS } from "#contract";
import { ask } from "./client.ts";
import { answerLines } from "./line-process.ts";

/** The paths to call, how often and for how long. */
export interface OthersLoad {
  origin: string;
  tokens: readonly string[];
  everyMs: number;
  seconds: number;
}

/*
 * Those who are in already, each asking again and again for `user/detail`, in a process of their own: what they wait for
 * is the platform then, and not the storm that the bench itself is busy with. Answers how long each waited, in ms.
 */
await answerLines(async (told): Promise<number[]> => {
  const { origin, tokens, everyMs, seconds } = told as OthersLoad;
  const url = origin + CALLS.readUserDetail.path;
  const until = performance.now() + seconds * 1000;
  const waits: number[] = [];
  const asking = tokens.map(async (token, nth) => {
    await new Promise((resolve) => setTimeout(resolve, (nth * everyMs) / tokens.length));
    while (performance.now() < until) {
      const { status, ms } = await ask(url, { headers: { authorization: `Bearer ${token}` } });
      if (status !== 200) throw new Error(`user/detail answered ${status}`);
      waits.push(ms);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, everyMs - ms)));
    }
  });
  await Promise.all(asking);
  return waits;
});
