import type { Database } from "../database/database.ts";
import { importRoster } from "./import.ts";
import { openSheet } from "./password-sheet.ts";
import { describeReport, progressPrinter } from "./report-text.ts";

interface Asked {
  dryRun: boolean;
  source?: string;
  /** The file that the new people's passwords are written to. */
  sheet?: string;
  /** Takes the roster's passwords as they are. */
  keepPasswords: boolean;
  now: () => Date;
  progress: { isTTY?: boolean; write(text: string): unknown };
}

/** Brings a roster in as an operator asked; answers what the operator is told. */
export async function importFromCommand(
  onDatabase: <T>(work: (db: Database) => Promise<T>) => Promise<T>,
  path: string,
  { dryRun, source, sheet: file, keepPasswords, now, progress }: Asked,
): Promise<string> {
  const sheet = file === undefined || dryRun ? undefined : await openSheet(file);
  try {
    const report = await onDatabase((db) =>
      importRoster(db, path, {
        ...{ dryRun, now, makePasswords: !keepPasswords },
        ...(source !== undefined && { source }),
        ...(sheet !== undefined && { onPasswords: sheet.write }),
        onProgress: progressPrinter(progress),
      }),
    );
    const text = describeReport(report, dryRun);
    const made = report.passwords;
    if (made === 0) {
      await sheet?.drop();
      return text;
    }
    return dryRun
      ? `${text}\n将有 ${made} 个新人得到初始密码：导入时请用 --passwords 写出存放的文件。`
      : `${text}\n${made} 个新人的账号和初始密码在 ${file ?? ""}，只有这一份，请妥善转告后销毁。`;
  } catch (error) {
    await sheet?.drop();
    throw error;
  }
}
