import { open, rm } from "node:fs/promises";
import { OperatorRefused } from "../platform/operator-refused.ts";

/** A new person with the first password, in clear. */
export interface FirstPassword {
  account: string;
  name: string;
  /** The names of the person's school and class. */
  place: string;
  password: string;
}

export interface PasswordSheet {
  /** Writes the people and syncs the file to disk. */
  write(people: readonly FirstPassword[]): Promise<void>;
  /** Deletes the file. */
  drop(): Promise<void>;
}

const HEAD = ["账号", "姓名", "所在", "初始密码"];

/** Makes the file of first passwords, which this system user alone can read; refuses one that is there already. */
export async function openSheet(path: string): Promise<PasswordSheet> {
  const file = await open(path, "wx", 0o600).catch((cause: unknown) => {
    const isThere = cause instanceof Error && "code" in cause && cause.code === "EEXIST";
    const why = isThere ? "已经有这个文件了" : "这里写不了文件";
    throw new OperatorRefused(`--passwords 的文件“${path}”：${why}，请换一个。`, { cause });
  });
  return {
    write: async (people) => {
      const rows = people.map(({ account, name, place, password }) => [
        account,
        name,
        place,
        password,
      ]);
      // the mark lets spreadsheets see that it is UTF-8
      try {
        await file.writeFile(`\uFEFF${[HEAD, ...rows].map(lineOf).join("")}`);
        await file.sync();
      } catch (cause) {
        const { code = "?" } = cause as NodeJS.ErrnoException;
        throw new OperatorRefused(`--passwords 的文件“${path}”写不进去（${code}）。`, { cause });
      }
      await file.close();
    },
    drop: async () => {
      await file.close().catch(() => {});
      await rm(path, { force: true });
    },
  };
}

/** Returns a line of CSV; a cell that a spreadsheet would compute is made text. */
function lineOf(cells: readonly string[]): string {
  const plain = cells.map((cell) => (/^[=+\-@\t]/.test(cell) ? `'${cell}` : cell));
  return `${plain.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")}\r\n`;
}
