import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { expect, test } from "vitest";
import { hashPassword } from "../platform/password-hash.ts";
import { lowerHashPriority } from "./thread-priority.ts";

const THREADS = "/proc/self/task";

test.skipIf(process.platform !== "linux")(
  "the threads that hash are nicer than the one that answers, which stays as it is",
  async () => {
    const own = getPriority();
    await hashPassword("a password");
    lowerHashPriority();
    const workers = readdirSync(THREADS).filter(
      (thread) => readFileSync(`${THREADS}/${thread}/comm`, "utf8").trim() === "libuv-worker",
    );
    expect(workers.length).toBeGreaterThan(0);
    for (const thread of workers) expect(getPriority(Number(thread))).toBeGreaterThan(own);
    expect(getPriority(process.pid)).toBe(own);
  },
);
