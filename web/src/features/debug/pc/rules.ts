import type { Fact } from "../parts/facts.ts";

/** The difference in ms beyond which one-time codes are refused and a log misleads. */
const CLOCK_TOLERANCE_MS = 5000;

/**
 * Compares this device's clock with the `date` header of an answer, in whole seconds; `before` and `after` (ms) are the
 * device's times of request and answer.
 */
export function clockFact(date: string | null, before: number, after: number): Fact {
  const name = "时钟与服务器相差";
  const server = Date.parse(date ?? "");
  if (Number.isNaN(server)) return { name, value: "服务器没有给出时间", state: "note" };
  const apart = (before + after) / 2 - (server + 500);
  const uncertain = (after - before) / 2 + 500;
  if (Math.abs(apart) <= CLOCK_TOLERANCE_MS + uncertain) {
    return { name, value: `${CLOCK_TOLERANCE_MS / 1000} 秒以内`, state: "good" };
  }
  const seconds = Math.round(Math.abs(apart) / 1000);
  const value = `${apart > 0 ? "快" : "慢"}约 ${seconds} 秒，请在系统设置里校准时间`;
  return { name, value, state: "bad" };
}

/** Names the missing ones of the features that the page, or an app in it, may use. */
export function featuresFact(features: Readonly<Record<string, boolean>>): Fact {
  const missing = Object.keys(features).filter((name) => features[name] === false);
  const all = Object.keys(features).length;
  return missing.length === 0
    ? { name: "浏览器能力", value: `检查的 ${all} 项都有`, state: "good" }
    : { name: "浏览器能力", value: `缺少：${missing.join("、")}`, state: "note" };
}

export function bytesText(bytes: number | undefined): string {
  if (bytes === undefined) return "未知";
  if (bytes < 1024) return `${bytes} B`;
  const [size, unit] =
    bytes < 1024 ** 2
      ? [bytes / 1024, "KB"]
      : bytes < 1024 ** 3
        ? [bytes / 1024 ** 2, "MB"]
        : [bytes / 1024 ** 3, "GB"];
  return `${size.toFixed(1)} ${unit}`;
}

/** As `14:03:05.120`, the device's own time. */
export function clockText(at: number): string {
  const time = new Date(at);
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(":");
  return `${clock}.${String(time.getMilliseconds()).padStart(3, "0")}`;
}
