/** The kinds of installation that have releases: the page itself, and the clients around it. */
export const DEVICES = ["web", "pc", "ios", "android"] as const;
export type Device = (typeof DEVICES)[number];

/** A version older than any other. */
export const OLDEST_VERSION = "0";

/** Matches a version: `2.4.0`, `2.4.0-beta.2`; `0.1.0+C7uRz53t` is one build of 0.1.0. */
const VERSION = /^(\d{1,9}(?:\.\d{1,9}){0,3})(?:-([\w.]{1,40}))?(?:\+([\w.-]{1,40}))?$/;

export function isVersion(text: string): boolean {
  return VERSION.test(text);
}

/** Compares two versions by their numbers (-1, 0, 1); a pre-release comes before its release, builds of one version are equal. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [partsOf(one), partsOf(other)];
  for (let place = 0; place < 4; place += 1) {
    const difference = (first.numbers[place] ?? 0) - (second.numbers[place] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  if (first.before === second.before) return 0;
  if (first.before === "") return 1;
  if (second.before === "") return -1;
  return Math.sign(first.before.localeCompare(second.before, "en", { numeric: true }));
}

/** Returns what a release means for an installation of `version`: nothing, an offered update, or a needed one. */
export function updateFor(
  version: string,
  release: { version: string; min_version: string; force: boolean } | null,
): "none" | "offered" | "needed" {
  if (release === null || release.version === version || !isVersion(version)) return "none";
  if (compareVersions(version, release.min_version) < 0) return "needed";
  // A build that is named is the one to run, be it older: the operator went back. Elsewhere who is ahead stays so.
  const isBuild = release.version.includes("+");
  if (!isBuild && compareVersions(version, release.version) >= 0) return "none";
  return release.force ? "needed" : "offered";
}

/** Returns a sentence that says why a release cannot be published; undefined when it can. Pure. */
export function releaseFault({
  device,
  version,
  min_version,
  url,
}: {
  device: Device;
  version: string;
  min_version?: string | undefined;
  url?: string | undefined;
}): string | undefined {
  if (!isVersion(version)) return "版本要像 2.4.0 这样";
  if (min_version !== undefined) {
    if (!isVersion(min_version)) return "最低版本要像 2.4.0 这样";
    // everybody would be asked to update to what must be updated
    if (compareVersions(min_version, version) > 0) {
      return `最低版本 ${min_version} 高于要发布的 ${version}`;
    }
  }
  if (device === "web") return url === undefined ? undefined : "网页不用下载地址";
  if (url === undefined) return "还缺下载地址";
  return /^https?:\/\/[^\s/]+/i.test(url) ? undefined : "下载地址要以 http:// 或 https:// 开头";
}

function partsOf(version: string): { numbers: number[]; before: string } {
  const [, numbers = OLDEST_VERSION, before = ""] = VERSION.exec(version) ?? [];
  return { numbers: numbers.split(".").map(Number), before };
}
