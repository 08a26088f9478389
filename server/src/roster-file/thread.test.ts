import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Prints the addresses of all modules that a program loads. */
const LIST = `
  import { registerHooks } from "node:module";
  registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) });
  // outside a thread it has no task
  await import(process.argv[1]).catch(() => {});`;

const THREADS = ["./worker.ts", "../roster/worker.ts", "../timetable/worker.ts"];

test.each(THREADS)("%s, which begins anew for each file, loads no schemas", async (thread) => {
  const address = new URL(thread, import.meta.url).href;
  const args = ["--input-type=module", "--eval", LIST, address];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const loaded = stdout.trim().split("\n");
  expect(loaded.some((url) => url.endsWith("/contract/src/plain.ts"))).toBe(true);
  expect(loaded.filter((url) => /\/typebox\/|\/contract\/src\/index/.test(url))).toEqual([]);
});
