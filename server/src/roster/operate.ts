import type { FastifyInstance } from "fastify";
import type { Database } from "../database/database.ts";
import { importByCommand } from "./bring.ts";
import type { ImportReport, Progress } from "./import.ts";
import { openSheet } from "./password-sheet.ts";
import { KIND_NAMES, KINDS } from "./table-shapes.ts";

interface ImportRequest {
  dryRun: boolean;
  source?: string;
  /** The reason for a change that a guard holds. */
  reason?: string;
  /** Opens the platform that plans and applies a change. */
  open: (db: Database) => Promise<FastifyInstance>;
  /** The file that the new people's passwords are written to. */
  sheet?: string;
  /** True takes the roster's passwords as they are. */
  keepPasswords: boolean;
  now: () => Date;
  progress: { isTTY?: boolean; write(text: string): unknown };
}

/** Imports a roster by command; returns the text for the operator. */
export async function importFromCommand(
  onDatabase: <T>(work: (db: Database) => Promise<T>) => Promise<T>,
  path: string,
  { dryRun, source, reason, open, sheet: file, keepPasswords, now, progress }: ImportRequest,
): Promise<string | { text: string; code: number }> {
  const sheet = file === undefined || dryRun ? undefined : await openSheet(file);
  try {
    const report = await onDatabase((db) =>
      importByCommand(db, () => open(db), path, {
        ...{ dryRun, now, makePasswords: !keepPasswords },
        ...(source !== undefined && { source }),
        ...(reason !== undefined && { reason }),
        ...(sheet !== undefined && { onPasswords: sheet.write }),
        onProgress: progressPrinter(progress),
      }),
    );
    const text = describeReport(report, dryRun);
    const made = report.passwords;
    if (made === 0) {
      await sheet?.drop();
      const isHeld = report.guards !== undefined && !dryRun;
      return isHeld ? { text, code: 1 } : text;
    }
    return dryRun
      ? `${text}\n将有 ${made} 个新人得到初始密码：导入时请用 --passwords 写出存放的文件。`
      : `${text}\n${made} 个新人的账号和初始密码在 ${file ?? ""}，只有这一份，请妥善转告后销毁。`;
  } catch (error) {
    await sheet?.drop();
    throw error;
  }
}

/** Returns what an import did, or in a dry run would do, as Chinese lines for the operator. */
function describeReport(report: ImportReport, dryRun: boolean): string {
  const { source, rows, changes, guards = [], isWaiting = false } = report;
  const lines = KINDS.map((kind) => {
    const { created, changed, ended } = changes[kind];
    return `  ${KIND_NAMES[kind]}：新增 ${created}，更新 ${changed}，结束 ${ended}`;
  });
  const isSame = KINDS.every((kind) => Object.values(changes[kind]).every((count) => count === 0));
  const head = `名册来源“${source}”，共 ${rows} 行，没有发现问题。`;
  const held = guards.map((sentence) => `${sentence}。`);
  const foot = isSame
    ? "与现有数据一致，没有变化。"
    : dryRun
      ? "以上是将会发生的变化，没有写入任何数据。"
      : isWaiting
        ? "没有写入任何数据：已提交审批，请另一位管理员在“变更”里核对、批准；新人的初始密码在那里生成。"
        : guards.length > 0
          ? "没有写入任何数据。确认无误的话，请加上 --reason 原因 再导入一次；改动多的要在“变更”里审批。"
          : report.change === undefined
            ? "已全部写入。"
            : "已全部写入。“变更”里可以查看，30 天内可以撤销。";
  return [head, ...lines, ...held, foot].join("\n");
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
