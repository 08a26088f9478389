/** A version as the operator is told of it. */
export function nameOf({ title, version }: { title: string; version: number }): string {
  return `《${title}》第 ${version} 版`;
}

/** A moment as the clocks in China show it. */
export function dayOf(at: Date): string {
  return at.toLocaleString("zh-CN", { timeZone: "Asia/Shanghai", hour12: false });
}
