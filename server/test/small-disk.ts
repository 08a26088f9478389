import { spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export interface SmallDisk {
  readonly path: string;
  /** Enlarges the disk. */
  resize(megabytes: number): void;
}

/**
 * Mounts a disk in memory, removed when the test is over. Where this machine does not allow a mount, the test is
 * skipped with the reason.
 */
export function mountSmallDisk(megabytes: number, skip: (reason: string) => never): SmallDisk {
  if (process.platform !== "linux") skip("a small disk is mounted on Linux only");
  if (process.getuid?.() !== 0) skip("only root may mount a small disk");
  const path = mkdtempSync(join(tmpdir(), "schoolgate-small-disk-"));
  const mount = (options: string): number | null =>
    spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", path]).status;
  if (mount(`size=${megabytes}m`) !== 0) {
    rmdirSync(path);
    skip("this machine does not let us mount a small disk");
  }
  onTestFinished(() => {
    spawnSync("umount", ["-l", path]);
    rmdirSync(path);
  });
  return { path, resize: (wanted) => void mount(`remount,size=${wanted}m`) };
}
