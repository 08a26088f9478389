import type { ImportReport } from "./import.ts";

/** What an import did, or would do, in lines for the operator. */
export function describeReport(report: ImportReport, dryRun: boolean): string {
  const { added, changed, same, removed, absent } = report;
  const counts = [`新增 ${added}`, `更新 ${changed}`, `不变 ${same}`, `删除 ${removed}`];
  if (absent > 0) counts.push(`要删除而本来就没有的 ${absent}`);
  const foot =
    added + changed + removed === 0
      ? "与现有数据一致，没有变化。"
      : dryRun
        ? "以上是将会发生的变化，没有写入任何数据。"
        : "已全部写入。";
  return `课程与资源：${counts.join("，")}。\n${foot}`;
}
