import type { ImportReport, Progress } from "./import.ts";
import { KINDS, KIND_NAMES } from "./table-shapes.ts";

/** What an import did, or would do, in lines for the operator. */
export function describeReport({ source, rows, changes }: ImportReport, dryRun: boolean): string {
  const lines = KINDS.map((kind) => {
    const { created, changed, ended } = changes[kind];
    return `  ${KIND_NAMES[kind]}：新增 ${created}，更新 ${changed}，结束 ${ended}`;
  });
  const isSame = KINDS.every((kind) => Object.values(changes[kind]).every((count) => count === 0));
  const head = `名册来源“${source}”，共 ${rows} 行，没有发现问题。`;
  const foot = isSame
    ? "与现有数据一致，没有变化。"
    : dryRun
      ? "以上是将会发生的变化，没有写入任何数据。"
      : "已全部写入。";
  return [head, ...lines, foot].join("\n");
}

/** Shows progress: on a terminal in one line that moves, elsewhere one line for each step. */
export function progressPrinter(out: {
  isTTY?: boolean;
  write(text: string): unknown;
}): (progress: Progress) => void {
  let shown = "";
  return ({ step, done, total }) => {
    if (out.isTTY === true) {
      if (shown !== "" && shown !== step) out.write("\n");
      out.write(`\r${step} ${done}/${total}`);
      shown = step;
      if (done === total) {
        out.write("\n");
        shown = "";
      }
    } else if (done === total) {
      out.write(`${step} ${done}/${total}\n`);
    }
  };
}
