import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError, type Config } from "../config.ts";

/** The operator's file in the data directory: it survives a new build (RQ-02). */
const OPERATORS = "site.json";
/** What the build carries, for a page that another server serves. */
const BUILT = "config.json";
const DEMO_OWNER = "晨曦区教育局（演示）";

/**
 * What the page reads as `config.json`: whose platform this is, and where its API servers are. The operator's
 * `site.json` when there is one, else what was built; the demo names its district.
 */
export function readSiteFile(config: Pick<Config, "dataDir" | "demo">, dist: string): string {
  const own = readIfThere(join(config.dataDir, OPERATORS));
  if (own !== undefined) return checked(own, join(config.dataDir, OPERATORS));
  const built = readIfThere(join(dist, BUILT)) ?? "{}";
  if (!config.demo) return built;
  return JSON.stringify({ ...(JSON.parse(built) as object), owner: DEMO_OWNER });
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
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
