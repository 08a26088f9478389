import { parseArgs } from "node:util";

export interface ImportCommand {
  path: string;
  dryRun: boolean;
  source?: string;
}

export const USAGE = `用法：npm run roster -- import <文件夹或 zip 文件> [--dry-run] [--source <来源>]

  导入 OneRoster 1.2 的 CSV 名册。任何一处有问题都不会写入；同一份名册再导入一次不会有变化。

  --dry-run   只检查，并说明会有哪些变化，不写入
  --source    名册来源的代码，默认取 manifest.csv 里的 source.systemCode`;

/** What the operator asked for; undefined when it cannot be understood. */
export function readCommand(args: readonly string[]): ImportCommand | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { "dry-run": { type: "boolean" }, source: { type: "string" } },
    });
    const [verb, path, ...rest] = positionals;
    if (verb !== "import" || path === undefined || rest.length > 0) return undefined;
    const { source } = values;
    return {
      path,
      dryRun: values["dry-run"] === true,
      ...(source !== undefined && { source }),
    };
  } catch {
    return undefined;
  }
}
