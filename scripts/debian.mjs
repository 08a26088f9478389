// Debian's packages, for what the tests need beside npm's.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";

/** The program that Debian's packages ask whether they may start the services that they bring. */
const MAY_START = "/usr/sbin/policy-rc.d";

export function isDebian() {
  const file = "/etc/os-release";
  return existsSync(file) && /^ID="?debian"?$/m.test(readFileSync(file, "utf8"));
}

/**
 * Installs packages as root, or through a sudo without a password.
 * @param {string[]} packages
 * @param {"quiet"} [quiet] hides the packages' output
 */
export function apt(packages, quiet) {
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const run = (/** @type {string[]} */ ...args) => {
    const [command = "", ...rest] = [...sudo, "apt-get", ...args];
    return spawnSync(command, rest, { stdio: quiet ? "ignore" : "inherit", env }).status === 0;
  };
  return startingNothing(
    () => run("update") && run("install", "-y", "--no-install-recommends", ...packages),
  );
}

/**
 * Runs an installation after which no service runs that did not run before: tests start what they need, on ports of
 * their own.
 * @param {() => boolean} install
 */
function startingNothing(install) {
  if (process.getuid?.() !== 0 || existsSync(MAY_START)) return install();
  writeFileSync(MAY_START, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    return install();
  } finally {
    rmSync(MAY_START, { force: true });
  }
}
