// Programs of others that tests run for real: servers and interpreters, each one Debian package or more.
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readdirSync } from "node:fs";
import path from "node:path";
import { apt, isDebian } from "./debian.mjs";

const DEBIAN_POSTGRES = "/usr/lib/postgresql";
const APACHE_MODULES = "/usr/lib/apache2/modules";
const SWIFT = ["proxy", "account", "container", "object"];

/** @typedef {"postgresql" | "failover" | "apache-cas" | "apache-oidc" | "nginx" | "firefox" | "webkit" | "swift" | "php" | "python" | "java"} TestProgram */

/**
 * `packages` is empty where a package would be too large for what it shows.
 * @type {Record<TestProgram, { name: string, packages: string[], isThere: () => boolean }>}
 */
const PROGRAMS = {
  postgresql: {
    name: "PostgreSQL",
    packages: ["postgresql"],
    isThere: () => findPostgres() !== undefined,
  },
  failover: {
    name: "Patroni、etcd 和 HAProxy",
    packages: ["patroni", "etcd-server", "haproxy"],
    isThere: () =>
      ["/usr/bin/patroni", "/usr/bin/etcd", "/usr/sbin/haproxy"].every((file) => existsSync(file)),
  },
  "apache-cas": apache("cas"),
  "apache-oidc": apache("openidc"),
  nginx: { name: "nginx", packages: ["nginx-light"], isThere: () => existsSync("/usr/sbin/nginx") },
  firefox: {
    name: "Firefox",
    packages: ["firefox-esr"],
    isThere: () => existsSync("/usr/bin/firefox-esr"),
  },
  // Xvfb: it has no way to run without a window
  webkit: {
    name: "WebKit",
    packages: ["webkit2gtk-driver", "xvfb"],
    isThere: () =>
      ["/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb"].every((file) => existsSync(file)) &&
      globSync("/usr/lib/*/webkit2gtk-4.1/MiniBrowser").length > 0,
  },
  swift: {
    name: "OpenStack Swift",
    packages: SWIFT.map((part) => `swift-${part}`),
    isThere: () => SWIFT.every((part) => existsSync(`/usr/bin/swift-${part}-server`)),
  },
  php: { name: "PHP", packages: ["php-cli"], isThere: () => runs("php", "--version") },
  python: {
    name: "Python",
    packages: ["python3-minimal"],
    isThere: () => runs("python3", "--version"),
  },
  // a runtime without its compiler does not know this option
  java: { name: "Java", packages: [], isThere: () => runs("javac", "-version") },
};

/** @param {string} module */
function apache(module) {
  return {
    name: `Apache（mod_auth_${module}）`,
    packages: ["apache2", `libapache2-mod-auth-${module}`],
    isThere: () =>
      existsSync("/usr/sbin/apache2") &&
      existsSync(path.join(APACHE_MODULES, `mod_auth_${module}.so`)),
  };
}

/** @param {string[]} command */
function runs(...command) {
  const [program = "", ...words] = command;
  return spawnSync(program, words, { stdio: "ignore" }).status === 0;
}

/** Returns the folder of a PostgreSQL server's programs; undefined where this machine has none. */
export function findPostgres() {
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES) : [];
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
  const folders = [
    ...newestFirst.map((version) => path.join(DEBIAN_POSTGRES, version, "bin")),
    ...(process.env["PATH"] ?? "").split(path.delimiter),
  ];
  return folders.find((folder) =>
    ["initdb", "postgres"].every((program) => existsSync(path.join(folder, program))),
  );
}

/**
 * Returns whether a program that tests need is missing.
 * @param {TestProgram} program
 */
export function isMissing(program) {
  return !PROGRAMS[program].isThere();
}

/**
 * Installs missing programs with one command, only as root on Debian, never on a person's own machine. Prints one line
 * about the tests that will be skipped.
 */
export function installTestPrograms() {
  const wanted = missing().flatMap(({ packages }) => packages);
  if (wanted.length > 0 && process.getuid?.() === 0 && isDebian()) {
    console.log(`正在安装测试用到的程序：${wanted.join(" ")}……`);
    apt(wanted, "quiet");
  }
  const still = missing();
  if (still.length === 0) return;
  const names = still.map(({ name }) => name).join("、");
  const packages = still.flatMap(({ packages: some }) => some);
  const how = packages.length === 0 ? "" : `，可用 apt-get install ${packages.join(" ")} 安装`;
  console.warn(`提示：这台机器没有 ${names}，相应的测试会跳过${how}。`);
}

function missing() {
  return Object.values(PROGRAMS).filter(({ isThere }) => !isThere());
}
