import { parseArgs } from "node:util";

export interface ImportCommand {
  path: string;
  dryRun: boolean;
}

export const USAGE = `用法：npm run content -- import <文件.json 或 文件.csv> [--dry-run]

  导入课程与资源：新增、更新，并删除文件里写明要删除的。任何一处有问题都不会写入；同一个文件再导入一次不会有变化。

  --dry-run   只检查，并说明会有哪些变化，不写入
文件的写法见 docs/content.md。`;

/** What the operator asked for; undefined when it cannot be understood. */
export function readCommand(args: readonly string[]): ImportCommand | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { "dry-run": { type: "boolean" } },
    });
    const [verb, path, ...rest] = positionals;
    if (verb !== "import" || path === undefined || rest.length > 0) return undefined;
    return { path, dryRun: values["dry-run"] === true };
  } catch {
    return undefined;
  }
}
