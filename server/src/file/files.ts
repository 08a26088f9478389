import type { FastifyInstance } from "fastify";
import {
  FILE_LIMITS,
  type FilePurpose,
  fileUrl,
  mediumUrl,
  pictureUrl,
  PUBLIC_PURPOSES,
  type StoredFile,
} from "#contract";
import type { Queryable } from "../database/database.ts";
import type { SelfCaller } from "../session/caller.ts";
import { Refusal } from "../http/refusal.ts";
import { hasMacros, isOfficeType } from "./office.ts";
import { type Remade, remakePicture, unusable } from "./picture.ts";
import {
  dropFilesOf,
  type FileRow,
  filesOf,
  findFile,
  holdFiles,
  keepMedium,
  keepPicture,
  moveFile,
  releaseFiles,
} from "./queries.ts";
import { isTaken, isWholeVideo, tidyName, typeOf } from "./rules.ts";
import type { Store } from "./store/store.ts";
import { deleteFile } from "./sweep.ts";

declare module "fastify" {
  interface FastifyInstance {
    files: Files;
  }
}

type MayRead = (caller: SelfCaller, key: string) => Promise<boolean>;

/** Takes uploads in and lets other features refer to files by their key, wherever the store keeps the bytes. */
export class Files {
  readonly #app: FastifyInstance;
  readonly store: Store;
  readonly #mayReadAttachment: Partial<Record<FilePurpose, MayRead>> = {};
  #mayReadMedium: MayRead = async () => false;

  constructor(app: FastifyInstance, store: Store) {
    this.#app = app;
    this.store = store;
  }

  /**
   * Inspects an upload and keeps it; a file that is kept already is returned again. Refuses a key that is not the
   * person's own as one that does not exist.
   */
  async finish(userId: string, key: string): Promise<StoredFile> {
    const file = await this.#wantOwn(userId, key);
    return file.state === "stored"
      ? storedFile(file)
      : inLine(userId, () => this.#take(userId, key));
  }

  async #wantOwn(userId: string, key: string): Promise<FileRow> {
    const file = await findFile(this.#app.db, key);
    if (file === undefined || file.user_id !== userId || file.state === "dropped") {
      throw new Refusal("notFound");
    }
    return file;
  }

  async #take(userId: string, key: string): Promise<StoredFile> {
    const { db } = this.#app;
    const file = await this.#wantOwn(userId, key);
    if (file.state === "stored") return storedFile(file);
    const most = FILE_LIMITS[file.purpose].bytes;
    const bytes = await this.store.readArrived(key, most).catch(async (error: unknown) => {
      if (error instanceof Refusal && error.refusal === "tooLarge") await this.#refuse(key);
      throw error;
    });
    if (bytes === undefined) return this.#absent(userId, key);
    const made = await this.#inspect(file, bytes);
    await this.store.keep(key, made.bytes, made.mime);
    const { mime, width, height } = made;
    const name = tidyName(file.name, mime);
    const created_at = this.#app.now();
    if (PUBLIC_PURPOSES.includes(file.purpose)) {
      const { bytes: drawn } = made;
      await keepPicture(db, { id: key, mime, bytes: drawn, created_at });
    }
    if (file.purpose === "media") {
      await keepMedium(db, { id: key, name, mime, size: made.bytes.length, created_at });
    }
    const kept = await moveFile(db, key, ["promised", "arriving", "arrived"], {
      state: "stored",
      name,
      mime,
      size: made.bytes.length,
      width,
      height,
      stored_at: created_at,
    });
    await this.store.dropArrived(key);
    return kept === undefined ? this.#take(userId, key) : storedFile(kept);
  }

  /** Marks these files as referred to, in the transaction that refers to them. Each is held once only. */
  async hold(
    trx: Queryable,
    owner: { user_id: string; purpose: FilePurpose },
    keys: readonly string[],
  ): Promise<void> {
    if (keys.length === 0 || (await holdFiles(trx, keys, owner))) return;
    throw unusable("文件不存在或已被使用，请重新上传");
  }

  /** Releases these files, to which nothing refers any more; the sweep deletes them. */
  async release(trx: Queryable, keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await releaseFiles(trx, keys, this.#app.now());
  }

  /** Sets the rule by which others than the uploader may read an attachment; the feature it is attached in decides. */
  readAttachmentsBy(purpose: FilePurpose, mayRead: MayRead): void {
    this.#mayReadAttachment[purpose] = mayRead;
  }

  async mayReadAttachment(purpose: FilePurpose, caller: SelfCaller, key: string): Promise<boolean> {
    return (await this.#mayReadAttachment[purpose]?.(caller, key)) ?? false;
  }

  /** Sets the rule by which others than the uploader may read a lesson's medium. */
  readMediaBy(mayRead: MayRead): void {
    this.#mayReadMedium = mayRead;
  }

  mayReadMedium(caller: SelfCaller, key: string): Promise<boolean> {
    return this.#mayReadMedium(caller, key);
  }

  /** Returns every file that a person has uploaded, for an export of personal data. */
  async listOf(userId: string): Promise<(StoredFile & { purpose: FilePurpose })[]> {
    const rows = await filesOf(this.#app.db, userId);
    return rows
      .filter(({ state }) => state === "stored")
      .map((row) => ({ ...storedFile(row), purpose: row.purpose }));
  }

  /** Deletes every file of a person, rows and bytes. A stop in the middle leaves the rest to the sweep. */
  async eraseOf(userId: string): Promise<void> {
    const { db } = this.#app;
    await dropFilesOf(db, userId);
    for (const { id } of await filesOf(db, userId)) await deleteFile(db, this.store, id);
  }

  async #inspect(file: FileRow, bytes: Buffer): Promise<Remade> {
    try {
      const type = typeOf(bytes);
      if (!isTaken(file.purpose, type)) throw unusable("文件的内容不是可以上传的格式");
      if (type !== file.promised_mime) throw unusable("文件的内容与它的格式不符");
      if (bytes.length !== file.promised_size) throw unusable("文件没有传完整，请重新上传");
      if (isOfficeType(type) && hasMacros(bytes)) {
        throw unusable("文件里有宏，请另存为不带宏的文档后再上传");
      }
      if (type.startsWith("image/")) return await remakePicture(bytes, type, file.purpose);
      const isWhole =
        (type !== "application/pdf" || bytes.subarray(-1024).includes("%%EOF")) &&
        (type !== "video/mp4" || isWholeVideo(bytes));
      if (!isWhole) throw unusable("文件已损坏，请换一个");
      return { bytes, mime: type, width: null, height: null };
    } catch (error) {
      if (error instanceof Refusal && error.refusal === "badInput") await this.#refuse(file.id);
      throw error;
    }
  }

  /** Drops a refused upload, row and bytes, so that it is not inspected again. */
  async #refuse(key: string): Promise<void> {
    await moveFile(this.#app.db, key, ["promised", "arriving", "arrived"], { state: "dropped" });
    await deleteFile(this.#app.db, this.store, key);
  }

  /** Returns the file if another request has kept it just now; else refuses, as the upload has not arrived. */
  async #absent(userId: string, key: string): Promise<StoredFile> {
    const file = await findFile(this.#app.db, key);
    if (file?.state === "stored" && file.user_id === userId) return storedFile(file);
    throw unusable("文件还没有传到，请重新上传");
  }
}

/**
 * Returns the address at which a file is read; a public picture's works for everybody, also when its uploader's file is
 * gone.
 */
export function addressOf({ id, purpose }: Pick<FileRow, "id" | "purpose">): string {
  if (purpose === "media") return mediumUrl(id);
  return PUBLIC_PURPOSES.includes(purpose) ? pictureUrl(id) : fileUrl(id);
}

function storedFile({ id, purpose, name, mime, size, width, height }: FileRow): StoredFile {
  if (mime === null || size === null)
    throw new Error("a file that is not kept has nothing to show");
  return { key: id, name, mime, size, width, height, url: addressOf({ id, purpose }) };
}

/** Files that a node inspects at once: each is in memory as a whole, and a picture that is decoded takes more, and a core. */
const AT_ONCE = 2;
/** Files that wait, of all people and of one: nobody fills the line alone. */
const MAX_WAITING = 32;
const WAITING_OF_PERSON = 12;
const COME_BACK_SECONDS = 5;

interface Waiting {
  user_id: string;
  begin: () => void;
}

let running = 0;
const waiting: Waiting[] = [];

/** Waits for a turn; when the line is full, refuses with `notReady` and the seconds to wait. */
async function inLine<T>(user_id: string, work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running += 1;
  else {
    const own = waiting.filter((one) => one.user_id === user_id).length;
    if (waiting.length >= MAX_WAITING || own >= WAITING_OF_PERSON) {
      throw new Refusal("notReady", {
        msg: "正在处理的文件较多，请稍后再试",
        retryAfter: COME_BACK_SECONDS,
      });
    }
    await new Promise<void>((begin) => waiting.push({ user_id, begin }));
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next.begin();
  }
}
