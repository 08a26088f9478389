/**
 * The format of backups: one gzip file of JSON lines, with the header; each table's name and columns, then its rows in
 * batches; each file's path, then its bytes; the summary; and last the SHA-256 of all lines before it.
 */
export const FORMAT = 1;

export interface Header {
  readonly schoolgate: "backup";
  readonly format: number;
  /** The version of the program that made the backup. */
  readonly version: string;
  readonly made_at: string;
  /** The migrations that had run on the database, in order. */
  readonly migrations: readonly { readonly name: string; readonly hash: string }[];
  /** The place of uploaded files: `here` in this backup, or `s3`, a store that keeps its own. */
  readonly files: "here" | "s3";
}

export interface TableLine {
  readonly table: string;
  readonly columns: readonly string[];
}

/** Rows, each as PostgreSQL writes a whole row as text. */
export interface RowsLine {
  readonly rows: readonly string[];
}

/** A path below the data directory; its bytes follow in pieces. */
export interface FileLine {
  readonly file: string;
}

export interface BytesLine {
  readonly base64: string;
}

/** The number of a table's rows and a hash over them that does not depend on their order. */
export interface Count {
  readonly rows: number;
  readonly hash: string;
}

export interface Summary {
  readonly tables: Readonly<Record<string, Count>>;
  readonly fileCount: number;
}

export interface ChecksumLine {
  readonly sha256: string;
}

export type Line = Header | TableLine | RowsLine | FileLine | BytesLine | Summary;
