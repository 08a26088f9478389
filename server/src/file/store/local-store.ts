import { createReadStream } from "node:fs";
import { open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createHmac, timingSafeEqual } from "node:crypto";
import { Refusal } from "../../http/refusal.ts";
import { makeDirectory } from "../../platform/make-directory.ts";
import type { Store } from "./store.ts";

/** The address below which this server takes objects itself. */
export const UPLOAD_PATH = "/file/upload/";

/** Keeps files in a folder of this machine, or one that all nodes have mounted. */
export class LocalStore implements Store {
  readonly provider = "local";
  readonly #root: string;
  readonly #secret: UploadSecret;

  constructor(dataDir: string, secret: UploadSecret) {
    this.#root = join(dataDir, "files");
    this.#secret = secret;
  }

  async permit({ key, mime, expires_at }: Parameters<Store["permit"]>[0]) {
    const expires = Math.floor(expires_at.getTime() / 1000);
    const signature = await putSignature(this.#secret, key, expires);
    return {
      endpoint: "",
      bucket: "",
      region: "",
      method: "PUT" as const,
      url: `${UPLOAD_PATH}${key}?${new URLSearchParams({ expires: String(expires), signature }).toString()}`,
      headers: { "content-type": mime },
    };
  }

  /** Returns whether the signature shows that this store issued the upload address. */
  isPermitted(given: SignedPut): Promise<boolean> {
    return isPutSignature(this.#secret, given);
  }

  /** Writes an upload to its waiting place; an interrupted one leaves nothing there. */
  async arrive(key: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    const place = this.#arrived(key);
    const aside = `${place}.part`;
    await makeDirectory(dirname(place));
    // opened here: a stream that opens it itself may still make it after its removal
    const file = await open(aside, "w", 0o600);
    try {
      await pipeline(bytes, file.createWriteStream({ flush: true }));
      await rename(aside, place);
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
  }

  async readArrived(key: string, most: number): Promise<Buffer | undefined> {
    const place = this.#arrived(key);
    const found = await orAbsent(stat(place));
    if (found === undefined) return undefined;
    if (found.size > most) throw new Refusal("tooLarge");
    return orAbsent(readFile(place));
  }

  async dropArrived(key: string): Promise<void> {
    const place = this.#arrived(key);
    await Promise.all([place, `${place}.part`].map((path) => rm(path, { force: true })));
  }

  async keep(key: string, bytes: Buffer): Promise<void> {
    const place = this.#kept(key);
    await makeDirectory(dirname(place));
    const aside = `${place}.${process.pid}.part`;
    const file = await open(aside, "w", 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(aside, place);
  }

  async open(key: string, part?: { from: number; to: number }): Promise<Readable | undefined> {
    const file = await orAbsent(open(this.#kept(key)));
    if (file === undefined) return undefined;
    return createReadStream("", { fd: file, ...(part && { start: part.from, end: part.to }) });
  }

  async drop(key: string): Promise<void> {
    await rm(this.#kept(key), { force: true });
  }

  #arrived(key: string): string {
    return join(this.#root, "quarantine", safe(key));
  }

  /** Returns the path of a kept file, in folders of a few thousand at most. */
  #kept(key: string): string {
    return join(this.#root, "kept", safe(key).slice(0, 2), key);
  }
}

/** Returns the key; throws for one that could leave the folder, which no key made here can. */
function safe(key: string): string {
  if (!/^[\w-]{22}$/.test(key)) throw new Error("not the key of a file");
  return key;
}

async function orAbsent<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** The deployment's own secret, the same on every node; read from the database when it is first needed. */
type UploadSecret = () => Promise<string>;

/** Signs the address to which one object may be put until `expires` (seconds). */
async function putSignature(secret: UploadSecret, key: string, expires: number): Promise<string> {
  return createHmac("sha256", await secret())
    .update(`PUT\n${key}\n${expires}`)
    .digest("base64url");
}

interface SignedPut {
  key: string;
  expires: number;
  signature: string;
}

async function isPutSignature(
  secret: UploadSecret,
  { key, expires, signature }: SignedPut,
): Promise<boolean> {
  const wanted = Buffer.from(await putSignature(secret, key, expires));
  const given = Buffer.from(signature);
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}
