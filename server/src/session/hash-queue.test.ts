import { describe, expect, test } from "vitest";
import { createHashQueue } from "./hash-queue.ts";

/** Work that ends when it is told to. */
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
});
