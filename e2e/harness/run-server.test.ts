import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { END_WITH_PARENT } from "./run-server.ts";
import { openFor, SharedStage } from "./stage.ts";

const stage = openFor(new SharedStage());

test.runIf(process.platform === "linux")(
  "a server keeps memory as every npm script lets it",
  async () => {
    const set = (await readFile(`/proc/${stage.platform.pid}/environ`, "utf8")).split("\0");
    expect(set).toContain(`MALLOC_ARENA_MAX=${process.env["MALLOC_ARENA_MAX"]}`);
    expect(set).toContain(`MALLOC_TRIM_THRESHOLD_=${process.env["MALLOC_TRIM_THRESHOLD_"]}`);
  },
);

test("what a worker started ends when the worker does, however it does", async () => {
  const args = [
    "--import",
    END_WITH_PARENT,
    "--eval",
    "console.log('up'); setInterval(() => {}, 1000)",
  ];
  const child = spawn(process.execPath, args, { stdio: "pipe" });
  await once(child.stdout, "data");
  const ended = once(child, "exit");
  child.stdin.destroy(); // as the system does for a process that is gone
  expect(await ended).toEqual([null, "SIGKILL"]);
});
