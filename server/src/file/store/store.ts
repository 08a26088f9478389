import type { Readable } from "node:stream";
import type { FileType } from "#contract";
import type { UploadPermission } from "#contract";

/** Where the bytes are. What comes waits apart under its key until it has been looked at. */
export interface Store {
  readonly provider: UploadPermission["provider"];
  /** Where and how the object may be put. */
  permit(wanted: {
    key: string;
    mime: FileType;
    size: number;
    now: Date;
    expires_at: Date;
  }): Promise<Omit<UploadPermission, "provider" | "key" | "expiration" | "public_url">>;
  /** What has come; undefined when nothing has. Refuses with `tooLarge` what is longer than `most` bytes. */
  readArrived(key: string, most: number): Promise<Buffer | undefined>;
  dropArrived(key: string): Promise<void>;
  keep(key: string, bytes: Buffer, mime: FileType): Promise<void>;
  /** What is kept, as it comes; undefined when it is gone. */
  open(key: string): Promise<Readable | undefined>;
  drop(key: string): Promise<void>;
}
