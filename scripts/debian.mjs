// Debian's packages, for what the tests need beside npm's.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

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
  return run("update") && run("install", "-y", "--no-install-recommends", ...packages);
}
