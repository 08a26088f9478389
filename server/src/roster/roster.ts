import type { Fault } from "./fault.ts";
import type { Tables } from "./kept-files.ts";
import { missingFiles, readManifest, type Manifest, type Mode } from "./manifest.ts";
import { ROSTER_FILES, type RosterFile } from "./one-roster.ts";
import { readTable, type Row } from "./read-table.ts";

/** A bundle whose files were read and whose cells were checked one by one. */
export interface Bundle {
  manifest: Manifest;
  tables: Tables;
  /** Rows read, in all files. */
  rowCount: number;
}

/** The whole roster of a source after the bundle, and what the bundle takes away. */
export interface Roster {
  tables: Tables;
  /** Ids that the bundle marks as to be deleted. */
  removed: Record<RosterFile, ReadonlySet<string>>;
}

export function readTables(
  files: ReadonlyMap<string, Uint8Array>,
  report: (fault: Fault) => void,
): Bundle {
  const manifest = readManifest(files, report);
  const read = <F extends RosterFile>(file: F): Row<F>[] => {
    const bytes = manifest.modes[file] === "absent" ? undefined : files.get(`${file}.csv`);
    return bytes ? readTable(file, bytes, report) : [];
  };
  const tables = perFile(read);
  const rowCount = Object.values(tables).reduce((sum, rows) => sum + rows.length, 0);
  return { manifest, tables, rowCount };
}

/** Lays the bundle over what earlier ones brought: `bulk` replaces a file, `delta` changes rows of it. */
export function layOver(
  kept: Partial<Tables>,
  { manifest, tables }: Bundle,
  report: (fault: Fault) => void,
): Roster {
  for (const file of missingFiles(manifest.modes, new Set(Object.keys(kept) as RosterFile[]))) {
    const message = `${file}.csv 既不在这次的包里（bulk），也没有导入过`;
    report({ file: "manifest.csv", message });
  }
  return {
    tables: perFile((file) => mergeRows(manifest.modes[file], kept[file] ?? [], tables[file])),
    removed: Object.fromEntries(
      ROSTER_FILES.map((file) => {
        const gone = (tables[file] as Row<RosterFile>[]).filter(isRemoved);
        return [file, new Set(gone.map(({ cells }) => cells.sourcedId))];
      }),
    ) as unknown as Roster["removed"],
  };
}

function mergeRows<F extends RosterFile>(
  mode: Mode,
  kept: readonly Row<F>[],
  brought: readonly Row<F>[],
): Row<F>[] {
  if (mode === "absent") return [...kept];
  const rows = new Map(mode === "delta" ? kept.map((row) => [row.cells.sourcedId, row]) : []);
  for (const row of brought) {
    if (isRemoved(row)) rows.delete(row.cells.sourcedId);
    else rows.set(row.cells.sourcedId, row);
  }
  return [...rows.values()];
}

function isRemoved<F extends RosterFile>(row: Row<F>): boolean {
  return row.cells.status === "tobedeleted";
}

function perFile(make: <F extends RosterFile>(file: F) => Row<F>[]): Tables {
  return Object.fromEntries(ROSTER_FILES.map((file) => [file, make(file)])) as unknown as Tables;
}
