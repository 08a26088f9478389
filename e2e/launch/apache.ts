import { spawn, type ChildProcess } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../server/test/free-port.ts";

const APACHE = "/usr/sbin/apache2";
const MODULES = "/usr/lib/apache2/modules";
const READY_WITHIN_MS = 15_000;
const BASE = ["mpm_event", "authn_core", "authz_core", "authz_user", "dir", "mime", "include"];

export interface Apache {
  /** Without a slash at the end. */
  origin: string;
  /** Returns the content of its error log. */
  log(): Promise<string>;
  stop(): Promise<void>;
}

/** Returns a free origin for an Apache, with another host name than the platform's: cookies do not distinguish ports. */
export async function apacheOrigin(): Promise<string> {
  return `http://localhost:${await freePort()}`;
}

/** Runs an Apache of its own, with a module, its configuration, and pages that may hold server-side includes. */
export async function startApache(
  origin: string,
  module: string,
  configured: string,
  pages: Readonly<Record<string, string>>,
): Promise<Apache> {
  const { port } = new URL(origin);
  const root = await mkdtemp(join(tmpdir(), "schoolgate-apache-"));
  // its workers are another user's
  await chmod(root, 0o755);
  await mkdir(join(root, "run"));
  await chmod(join(root, "run"), 0o777);
  for (const [path, content] of Object.entries(pages)) {
    const file = join(root, "pages", path);
    await mkdir(join(file, ".."), { recursive: true });
    await writeFile(file, content);
  }
  const loads = [...BASE, module].map(
    (name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`,
  );
  const configuration = `ServerRoot ${root}
PidFile ${root}/run/pid
DefaultRuntimeDir ${root}/run
Mutex file:${root}/run
Listen 127.0.0.1:${port}
ServerName localhost:${port}
ErrorLog ${root}/run/error.log
${loads.join("\n")}
TypesConfig /etc/mime.types
AddDefaultCharset UTF-8
AddOutputFilter INCLUDES .html
DocumentRoot ${root}/pages
DirectoryIndex index.html
<IfModule unixd_module>
User www-data
Group www-data
</IfModule>
<Directory ${root}/pages>
Options +Includes
Require all granted
</Directory>
${configured}
`;
  const file = join(root, "httpd.conf");
  await writeFile(file, configuration);
  const log = () => readFile(join(root, "run/error.log"), "utf8").catch(() => "");
  const server = spawn(APACHE, ["-f", file, "-D", "FOREGROUND"], { stdio: "ignore" });
  await untilReady(server, origin, log);
  return {
    origin,
    log,
    async stop() {
      const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
      server.kill("SIGTERM");
      await ended;
      await rm(root, { recursive: true, force: true });
    },
  };
}

async function untilReady(server: ChildProcess, origin: string, log: () => Promise<string>) {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`Apache ended early:\n${await log()}`);
    const answer = await fetch(`${origin}/`, { redirect: "manual" }).catch(() => null);
    if (answer !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  server.kill("SIGKILL");
  throw new Error(`Apache was not ready:\n${await log()}`);
}
