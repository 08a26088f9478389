import { command, flag } from "./command.ts";

export const CONTENT_COMMANDS = [
  command("content import", {
    about:
      "导入课程与资源：新增、更新，并删除文件里写明要删除的\n任何一处有问题都不会写入；同一个文件再导入一次不会有变化。文件（.json 或 .csv）的写法见 docs/content.md。",
    places: ["文件"],
    options: { "dry-run": flag("只检查，并说明会有哪些变化，不写入") },
    run: async ({ "dry-run": dryRun = false }, { onDatabase, now }, [path = ""]) => {
      const { importContent } = await import("../content/import/import.ts");
      const { describeReport } = await import("../content/import/report.ts");
      const report = await onDatabase((db) => importContent(db, path, { dryRun, now: now() }));
      return describeReport(report, dryRun);
    },
  }),
];
