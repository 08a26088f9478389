import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { newSecret } from "../../platform/secret.ts";

/** The secret in a file of the data directory; undefined while there is none. */
export async function readFileSecret(dataDir: string, name: string): Promise<string | undefined> {
  try {
    const text = (await readFile(join(dataDir, name), "utf8")).trim();
    return text === "" ? undefined : text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Makes one that only the server's own user can read, and that a power cut cannot take away again. */
export async function fileSecret(dataDir: string, name: string): Promise<string> {
  const secret = newSecret();
  const file = await open(join(dataDir, name), "w", 0o600);
  try {
    await file.writeFile(`${secret}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return secret;
}
