import { describe, expect, test } from "vitest";
import { createHashQueue } from "./hash-queue.ts";

/** Makes a piece of work that ends when told to. */
function job() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { work: () => promise, end: () => resolve("done") };
}

describe("the line in front of hashing", () => {
  test("lets so many run at once, and the others in their order", async () => {
    const queue = createHashQueue(2, () => 0);
    const started: number[] = [];
    const jobs = [job(), job(), job(), job()];
    const runs = jobs.map(({ work }, index) =>
      queue.run(() => {
        started.push(index);
        return work();
      }),
    );
    expect(started).toEqual([0, 1]);
    jobs[1]?.end();
    await runs[1];
    expect(started).toEqual([0, 1, 2]);
    for (const { end } of jobs) end();
    await Promise.all(runs);
    expect(started).toEqual([0, 1, 2, 3]);
  });

  test("goes on after work that failed", async () => {
    const queue = createHashQueue(1, () => 0);
    const failing = queue.run(() => Promise.reject(new Error("no")));
    const next = queue.run(async () => "yes");
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });

  test("turns away who would wait longer than a browser does, and says when to come back", async () => {
    const queue = createHashQueue(2, () => 0);
    const { work, end } = job();
    const runs = Array.from({ length: 1000 }, () => queue.run(work));
    const settled = Promise.allSettled(runs);
    end();
    const accepted = (await settled).filter(({ status }) => status === "fulfilled");
    const refused = await Promise.any(
      runs.map((run) =>
        run.then(
          () => Promise.reject(new Error("accepted")),
          (error: unknown) => error,
        ),
      ),
    );
    expect(refused).toMatchObject({ refusal: "notReady", retryAfter: expect.any(Number) });
    expect(accepted.length).toBeGreaterThan(100);
    expect(await queue.run(async () => "again")).toBe("again");
  });

  test("turns away who was let in when turns were shorter, once they have waited too long", async () => {
    let time = 0;
    const queue = createHashQueue(1, () => time);
    const first = job();
    const running = queue.run(first.work);
    const early = queue.run(async () => "early");
    time = 2000;
    const late = queue.run(async () => "late");
    time = 5001;
    first.end();
    await running;
    await expect(early).rejects.toMatchObject({ refusal: "notReady" });
    expect(await late).toBe("late");
    expect(queue).toMatchObject({ running: 0, waiting: 0, turnedAway: 1 });
  });
});

describe("refuseFull", () => {
  /** Makes a queue of one slot with this many waiting: each turn counts as 50 ms until turns were measured. */
  function lineOf(waiting: number) {
    const queue = createHashQueue(1, () => 0);
    const { work, end } = job();
    const runs = Array.from({ length: waiting + 1 }, () => queue.run(work));
    expect([queue.running, queue.waiting]).toEqual([1, waiting]);
    return {
      queue,
      async empty() {
        end();
        await Promise.all(runs);
      },
    };
  }

  test("lets everybody in while a turn is free, and refuses nobody for that", () => {
    const queue = createHashQueue(1, () => 0);
    expect(() => queue.refuseFull()).not.toThrow();
    expect([queue.running, queue.waiting, queue.turnedAway]).toEqual([0, 0, 0]);
  });

  test("lets in who would wait for five seconds, and no longer", async () => {
    const { queue, empty } = lineOf(99);
    expect(() => queue.refuseFull()).not.toThrow();
    const last = queue.run(async () => "the hundredth");
    expect(() => queue.refuseFull()).toThrow(/^登录的人较多，请 \d+ (秒|分钟)后再试$/);
    await empty();
    expect(await last).toBe("the hundredth");
  });

  test("says when to come back, counts who was turned away, and takes no place in the line", async () => {
    const { queue, empty } = lineOf(100);
    for (const turnedAway of [1, 2, 3]) {
      const refused = () => queue.refuseFull();
      expect(refused).toThrow(expect.objectContaining({ refusal: "notReady", retryAfter: 6 }));
      expect([queue.running, queue.waiting, queue.turnedAway]).toEqual([1, 100, turnedAway]);
    }
    await empty();
    expect([queue.finished, queue.turnedAway]).toEqual([101, 3]);
  });

  test("who is turned away is told a turn of their own, and beyond 45 seconds any moment before", async () => {
    const queue = createHashQueue(
      1,
      () => 0,
      () => 0.5,
    );
    const { work, end } = job();
    const runs = Array.from({ length: 101 }, () => queue.run(work));
    const told = Array.from({ length: 1000 }, () => {
      try {
        queue.refuseFull();
      } catch (error) {
        return (error as { retryAfter: number }).retryAfter;
      }
      throw new Error("let in");
    });
    // twenty turns a second
    const counts = Object.entries(Object.groupBy(told, String)).map(
      ([seconds, all = []]) => [Number(seconds), all.length] as const,
    );
    expect(counts.filter(([seconds]) => seconds > 6 && seconds !== 26 && seconds < 45)).toEqual(
      Array.from({ length: 38 }, (_, nth) => nth + 7)
        .filter((seconds) => seconds !== 26)
        .map((seconds) => [seconds, 20]),
    );
    expect(told.slice(-100)).toEqual(Array.from({ length: 100 }, () => 26));
    end();
    await Promise.all(runs);
  });

  test("goes by what turns have taken, and lets in again when the line is gone", async () => {
    let now = 0;
    const queue = createHashQueue(1, () => now);
    const slow = job();
    const first = queue.run(slow.work);
    now = 10_000;
    slow.end();
    await first;
    // a turn is by now taken to last more than a second: five of them are more than anybody waits for
    const { work, end } = job();
    const runs = Array.from({ length: 4 }, () => queue.run(work));
    expect(() => queue.refuseFull()).not.toThrow();
    runs.push(queue.run(work));
    expect(() => queue.refuseFull()).toThrow(/^登录的人较多，请 \d+ (秒|分钟)后再试$/);
    end();
    await Promise.all(runs);
    expect(() => queue.refuseFull()).not.toThrow();
  });
});
