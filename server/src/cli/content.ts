import type { ImportReport } from "../content/import/import.ts";
import { command, flag } from "./command.ts";

export const CONTENT_COMMANDS = [
  command("content import", {
    about:
      "导入课程与资源：新增、更新，并删除文件里写明要删除的\n任何一处有问题都不会写入；同一个文件再导入一次不会有变化。文件（.json 或 .csv）的写法见 docs/content.md。",
    places: ["文件"],
    options: { "dry-run": flag("只检查，并说明会有哪些变化，不写入") },
    run: async ({ "dry-run": dryRun = false }, { onDatabase, now }, [path = ""]) => {
      const { importContent } = await import("../content/import/import.ts");
      const report = await onDatabase((db) => importContent(db, path, { dryRun, now: now() }));
      return describeReport(report, dryRun);
    },
  }),
];

/** Returns what an import did, or in a dry run would do, as Chinese lines for the operator. */
function describeReport(report: ImportReport, dryRun: boolean): string {
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
