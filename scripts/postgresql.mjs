// The database server of the tests that want a real one. They start one of their own from its programs.
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { apt, isDebian } from "./debian.mjs";

const DEBIAN = "/usr/lib/postgresql";

/** Whether a server's programs are here. */
function isInstalled() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const folders = [
    ...versions.map((version) => path.join(DEBIAN, version, "bin")),
    ...(process.env["PATH"] ?? "").split(path.delimiter),
  ];
  return folders.some((folder) => existsSync(path.join(folder, "initdb")));
}

/** Installs it where that is one command and nobody's own machine: as root on Debian. Elsewhere those tests are skipped. */
export function ensurePostgres() {
  if (isInstalled() || process.getuid?.() !== 0 || !isDebian()) return;
  console.log("没有找到 PostgreSQL 服务器，正在安装（约 60 MB）……");
  if (!apt(["postgresql"]) || !isInstalled()) {
    console.warn("提示：PostgreSQL 没有装上，需要它的测试会跳过。");
  }
}
