import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError, type Config } from "../platform/config.ts";

/** The operator's file in the data directory: it survives a new build (RQ-02). */
const OPERATORS = "site.json";
/** The build's own file, for a page that another server serves. */
const BUILT = "config.json";
/** The address at which the demo shows the codes that it does not send. */
const DEMO_OUTBOX = "/demo/outbox";
const DEMO_OWNER = "晨曦区教育局（演示）";

type Wanted = Pick<Config, "dataDir" | "demo" | "smtp" | "aliyunSms"> &
  Partial<Pick<Config, "serviceWorker" | "publicUrl">>;

/**
 * Returns the content of `config.json` for the page: the owner of the platform and the addresses of its API servers
 * (RQ-02). It is the operator's `site.json` where there is one, else the built file; what this server can do is added.
 */
export function readSiteFile(config: Wanted, dist: string): string {
  const file = join(config.dataDir, OPERATORS);
  const own = readIfThere(file);
  const text = own === undefined ? (readIfThere(join(dist, BUILT)) ?? "{}") : checked(own, file);
  const demo = own === undefined && config.demo ? { owner: DEMO_OWNER } : {};
  // the page then takes its worker away, and does not come with it again
  const off = config.serviceWorker === false ? { service_worker: false } : {};
  const able = { ...codesOf(config), passkeys: hasName(config) };
  return JSON.stringify({ ...(JSON.parse(text) as object), ...demo, ...able, ...off });
}

/**
 * Returns whether passkeys are possible (SE-10): they belong to a host name over HTTPS. Without a public address only
 * the browser knows the name, so true.
 */
function hasName({ publicUrl }: Wanted): boolean {
  if (publicUrl === undefined) return true;
  const { protocol, hostname } = new URL(publicUrl);
  const isAddress = /^[\d.]+$|:/.test(hostname);
  return !isAddress && (protocol === "https:" || hostname === "localhost");
}

/**
 * Returns the channels by which codes reach people (SE-04): none where no provider is configured; in the demo, which
 * shows the codes, all.
 */
function codesOf({ demo, smtp, aliyunSms }: Wanted): object {
  const codes = [
    ...(demo || aliyunSms !== undefined ? ["mobile"] : []),
    ...(demo || smtp !== undefined ? ["email"] : []),
  ];
  return demo ? { codes, demo_outbox: DEMO_OUTBOX } : { codes };
}

function checked(text: string, file: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch (cause) {
    throw new ConfigError(`文件 ${file} 不是有效的 JSON，请改正后再启动。`, { cause });
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    throw new ConfigError(`文件 ${file} 读不了（${code}），请修正它的权限，或移走它。`, {
      cause: error,
    });
  }
}
