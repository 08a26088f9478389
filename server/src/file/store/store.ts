import type { Readable } from "node:stream";
import type { FileType } from "#contract";
import type { UploadPermission } from "#contract";

/** A store of file bytes. An upload waits apart under its key until it has been inspected. */
export interface Store {
  readonly provider: UploadPermission["provider"];
  /** Returns the address, method and headers with which the object may be uploaded until `expires_at`. */
  permit(wanted: {
    key: string;
    mime: FileType;
    size: number;
    now: Date;
    expires_at: Date;
  }): Promise<Omit<UploadPermission, "provider" | "key" | "expiration" | "public_url">>;
  /** Returns the uploaded bytes; undefined when there are none. Refuses with `tooLarge` more than `most` bytes. */
  readArrived(key: string, most: number): Promise<Buffer | undefined>;
  dropArrived(key: string): Promise<void>;
  keep(key: string, bytes: Buffer, mime: FileType): Promise<void>;
  /** Opens a kept file, or the bytes of a part of it, as a stream; undefined when it is gone. */
  open(key: string, part?: { from: number; to: number }): Promise<Readable | undefined>;
  drop(key: string): Promise<void>;
}
