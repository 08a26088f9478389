import { availableParallelism } from "node:os";
import { verify } from "@node-rs/argon2";
import { hashPassword } from "../server/src/platform/password-hash.ts";
import { answerLines } from "./line-process.ts";

/** The result of one measurement. */
export interface Alone {
  done: number;
  /** Checks per second. */
  rate: number;
}

/*
 * The ceiling of sign-in: nothing but checking passwords, at the product's cost and as many at once as its line lets
 * in. For each line, which holds a number of seconds, answers how many it did.
 */
const hash = await hashPassword("xuemen-2026");
await answerLines(async (told): Promise<Alone> => {
  const seconds = Number(told);
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  let done = 0;
  const work = async (): Promise<void> => {
    while (performance.now() < until) {
      await verify(hash, "xuemen-2026");
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return { done, rate: (done * 1000) / (performance.now() - startedAt) };
});
