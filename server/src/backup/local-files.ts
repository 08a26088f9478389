import { createReadStream } from "node:fs";
import { open, readdir, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeDirectory } from "../platform/make-directory.ts";
import type { BytesLine, FileLine } from "./archive.ts";
import { BackupRefused } from "./backup-refused.ts";

/**
 * The folder of uploaded files; with `SINGLE`, the sealing key and the operator's page settings, all that this machine
 * keeps beside the database.
 */
const FOLDER = "files";
const SINGLE = ["secrets.key", "site.json"];
const PIECE_BYTES = 96 * 1024;
/** Matches the paths that a backup may restore, so that none can write anywhere else. */
const WANTED = /^(?:files\/kept\/[\w-]{2}\/[\w-]{22}|secrets\.key|site\.json)$/;

/** Yields each file with its bytes; one that is deleted meanwhile is left out. */
export async function* localFiles(dataDir: string): AsyncGenerator<FileLine | BytesLine> {
  for (const path of await listFiles(dataDir)) {
    const bytes = createReadStream(join(dataDir, path), { highWaterMark: PIECE_BYTES });
    let isNamed = false;
    try {
      for await (const piece of bytes as AsyncIterable<Buffer>) {
        if (!isNamed) yield { file: path };
        isNamed = true;
        yield { base64: piece.toString("base64") };
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      continue;
    }
    if (!isNamed) yield { file: path };
  }
}

async function listFiles(dataDir: string): Promise<string[]> {
  const uploaded = await entriesOf(join(dataDir, FOLDER, "kept"));
  const found: string[] = [];
  for (const folder of uploaded) {
    for (const name of await entriesOf(join(dataDir, FOLDER, "kept", folder))) {
      found.push(`${FOLDER}/kept/${folder}/${name}`);
    }
  }
  for (const name of SINGLE) if (await exists(join(dataDir, name))) found.push(name);
  // what is being written has another name
  return found.filter((path) => WANTED.test(path));
}

/** Returns whether there are files that a restore would replace. */
export async function hasLocalFiles(dataDir: string): Promise<boolean> {
  return (await listFiles(dataDir)).length > 0;
}

/** Collects restored files aside, and moves them into place at once when all is well. */
export class IncomingFiles {
  readonly #dataDir: string;
  readonly #aside: string;
  #open: FileHandle | undefined;
  #count = 0;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#aside = join(dataDir, "restoring");
  }

  get count(): number {
    return this.#count;
  }

  async begin(): Promise<void> {
    await rm(this.#aside, { recursive: true, force: true });
    await makeDirectory(join(this.#aside, FOLDER, "kept"));
  }

  async file({ file }: FileLine): Promise<void> {
    if (!WANTED.test(file)) throw new BackupRefused(`备份里有不应有的文件 ${file}。`);
    await this.#close();
    const place = join(this.#aside, file);
    await makeDirectory(dirname(place));
    this.#open = await open(place, "wx", 0o600);
    this.#count += 1;
  }

  async bytes({ base64 }: BytesLine): Promise<void> {
    await this.#open?.writeFile(Buffer.from(base64, "base64"));
  }

  /** Moves the files into place; to be called once the database is restored for good. */
  async putInPlace(): Promise<void> {
    await this.#close();
    for (const name of [FOLDER, ...SINGLE]) {
      const place = join(this.#dataDir, name);
      const fresh = join(this.#aside, name);
      if (!(await exists(fresh))) continue;
      await rm(place, { recursive: true, force: true });
      await rename(fresh, place);
    }
    await this.drop();
  }

  async drop(): Promise<void> {
    await this.#close();
    await rm(this.#aside, { recursive: true, force: true });
  }

  async #close(): Promise<void> {
    const file = this.#open;
    this.#open = undefined;
    if (file === undefined) return;
    await file.sync();
    await file.close();
  }
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}
