import { readFileSync } from "node:fs";
import { join } from "node:path";

const BUILT = "app.webmanifest";
/** A launcher shows no more. */
const NAME_AT_MOST = 45;
const SHORT_NAME_AT_MOST = 12;

/** What a browser installs the page by: as built, under the name that the site file gives; undefined without a build. */
export function readAppManifest(dist: string, siteFile: string): string | undefined {
  let built: object;
  try {
    built = JSON.parse(readFileSync(join(dist, BUILT), "utf8")) as object;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  const { name, short_name } = JSON.parse(siteFile) as { name?: unknown; short_name?: unknown };
  const own = textOf(name, NAME_AT_MOST);
  const short = textOf(short_name, SHORT_NAME_AT_MOST) ?? textOf(own, SHORT_NAME_AT_MOST);
  return JSON.stringify({
    ...built,
    ...(own !== undefined && { name: own }),
    ...(short !== undefined && { short_name: short }),
  });
}

function textOf(value: unknown, atMost: number): string | undefined {
  const text = typeof value === "string" ? value.trim() : "";
  return text === "" ? undefined : text.slice(0, atMost);
}
