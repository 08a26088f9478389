import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from "node:fs";
import { createVitest, parseCLI, type TestModule } from "vitest/node";

/** Files whose tests look at a page in a real Chromium. */
const LOOKS_AT_A_PAGE = /^(e2e|web\/test)\//;
/** Failed files above which something is wrong, and nothing is tried again. */
const TRIED_AGAIN_MAX = 3;

const MEMORY_DIR = "/dev/shm";
/** Prefix of a run's own directory there; the process id follows. */
const RUN_PREFIX = "schoolgate-run-";
/** Bytes that must be free there: a run has up to 2 GB of data directories and browser profiles at a time. */
const MEMORY_MIN = 6 * 2 ** 30;

/**
 * Arguments of `mount` for a directory whose files of 2 MB are one page each: Chromium makes one for each answer that it reads.
 * Not `always`, which makes pages of that size for small files as well (docs/decisions/062).
 */
const MOUNT = ["-t", "tmpfs", "-o", "huge=within_size,mode=1777", "schoolgate-run"];

const temporaryDirectory = makeTemporaryDirectory();
if (temporaryDirectory !== undefined) process.env["TMPDIR"] = temporaryDirectory;
// large pages for what glibc allocates in the workers and in Chromium, of which each new one costs a fault (062)
process.env["GLIBC_TUNABLES"] ??= "glibc.malloc.hugetlb=1";

/**
 * Runs the tests as `vitest run` does. A few files of journeys that failed are run once more by themselves, each on a
 * platform of its own, and named in the run's last lines (docs/decisions/086).
 */
const { filter, options } = parseCLI(["vitest", "run", ...process.argv.slice(2)]);
process.env["VITEST"] = "true";
process.env["NODE_ENV"] ??= "test";
const vitest = await createVitest({ ...options, run: true, watch: false });
try {
  const { testModules, unhandledErrors } = await vitest.start(filter);
  const failed = testModules.filter((module) => !module.ok());
  if (unhandledErrors.length === 0 && areTriedAgain(failed)) {
    console.log(`\nonce more: ${failed.map((module) => module.relativeModuleId).join(", ")}\n`);
    process.exitCode = 0;
    await vitest.runTestSpecifications(failed.map((module) => module.toTestSpecification()));
  }
} catch (error) {
  process.exitCode ||= 1;
  console.error(error);
} finally {
  await vitest.close();
  if (temporaryDirectory !== undefined) removeTemporaryDirectory(temporaryDirectory);
}
await vitest.exit();

function areTriedAgain(failed: readonly TestModule[]): boolean {
  return (
    failed.length > 0 &&
    failed.length <= TRIED_AGAIN_MAX &&
    failed.every((module) => LOOKS_AT_A_PAGE.test(module.relativeModuleId))
  );
}

/**
 * Makes the directory of the run's temporary files in memory, where Linux has room for it; undefined elsewhere. A run copies a
 * hundred data directories of 1,600 files and removes them again, at which ext4 is slow (docs/decisions/062). For root it is a
 * file system of its own.
 */
function makeTemporaryDirectory(): string | undefined {
  if (process.env["TMPDIR"] !== undefined || !existsSync("/proc/mounts")) return undefined;
  const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
  const mount = mounts.find((line) => line.split(" ")[1] === MEMORY_DIR);
  if (mount === undefined || mount.includes("noexec")) return undefined;
  for (const name of readdirSync(MEMORY_DIR)) {
    // what a killed run has left would stay in memory
    if (name.startsWith(RUN_PREFIX) && !existsSync(`/proc/${name.slice(RUN_PREFIX.length)}`))
      removeTemporaryDirectory(`${MEMORY_DIR}/${name}`);
  }
  const { bavail, bsize } = statfsSync(MEMORY_DIR);
  if (Math.min(bavail * bsize, process.availableMemory()) < MEMORY_MIN) return undefined;
  const path = `${MEMORY_DIR}/${RUN_PREFIX}${process.pid}`;
  mkdirSync(path);
  // programs that run as other users make directories of their own in it
  chmodSync(path, 0o1777);
  // only root may, and not in every container
  spawnSync("mount", [...MOUNT, path]);
  return path;
}

/** Removes such a directory, mounted or not. */
function removeTemporaryDirectory(path: string): void {
  // lazily: a program that a killed run has left may still be in it
  spawnSync("umount", ["--lazy", path]);
  rmSync(path, { recursive: true, force: true });
}
