import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { OperatorRefused } from "./operator-refused.ts";

/**
 * Makes a directory and those above it, one by one: of one that the system has no place for, as below `/proc`, Node's own
 * `recursive` tries to make the parent that is there, for ever. Such a place is refused with a sentence.
 */
export async function makeDirectory(path: string): Promise<void> {
  if (await isDirectory(path)) return;
  const above = dirname(path);
  if (above !== path) await makeDirectory(above);
  try {
    await mkdir(path);
  } catch (error) {
    if (await isDirectory(path)) return; // somebody else was first
    if (codeOf(error) !== "ENOENT") throw error;
    const sentence = `${above} 里不能建立文件夹，请用 DATA_DIR 另指定一个数据目录。`;
    throw new OperatorRefused(sentence, { cause: error });
  }
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "")) return false;
    throw error;
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
