import type { Agreement } from "./agreement.ts";

/** Returns 「第 3 版，2026年9月1日起生效」, with the parts that are known. The day is that in China, wherever the reader is. */
export function versionNote({
  version,
  effective_at,
}: Pick<Agreement, "version" | "effective_at">): string {
  const day = new Date(effective_at);
  return [
    version > 0 && `第 ${version} 版`,
    !Number.isNaN(day.getTime()) && `${IN_CHINA.format(day)}起生效`,
  ]
    .filter(Boolean)
    .join("，");
}

const IN_CHINA = new Intl.DateTimeFormat("zh-CN", {
  dateStyle: "long",
  timeZone: "Asia/Shanghai",
});
