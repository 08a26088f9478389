import type { Fault } from "./fault.ts";
import type { Tables } from "./kept-files.ts";
import { missingFiles, readManifest, type Manifest, type Mode } from "./manifest.ts";
import { ROSTER_FILES, type RosterFile } from "./one-roster.ts";
import { readRecordRows, readTable, type Gap, type RecordsOf, type Row } from "./read-table.ts";

/** For each file, the ids that it may have though no row of them could be read. */
export type Gaps = Readonly<Record<RosterFile, Gap>>;

/** A bundle whose files were read and whose cells were checked one by one. */
export interface Bundle {
  manifest: Manifest;
  tables: Tables;
  gaps: Gaps;
  /** Rows read, in all files. */
  rowCount: number;
}

/** The whole roster of a source after the bundle, and what the bundle takes away. */
export interface Roster {
  tables: Tables;
  gaps: Gaps;
  /** Ids that the bundle marks for deletion. */
  removed: Record<RosterFile, ReadonlySet<string>>;
}

export function readTables(
  files: ReadonlyMap<string, Uint8Array>,
  report: (fault: Fault) => void,
): Bundle {
  const manifest = readManifest(files, report);
  const gaps: Partial<Record<RosterFile, Gap>> = {};
  const read = <F extends RosterFile>(file: F): Row<F>[] => {
    const bytes = manifest.modes[file] === "absent" ? undefined : files.get(`${file}.csv`);
    const { rows, gap } = bytes
      ? readTable(file, bytes, report)
      : { rows: [], gap: manifest.unclear.has(file) ? ("any" as const) : new Set<string>() };
    gaps[file] = gap;
    return rows;
  };
  const tables = perFile(read);
  const rowCount = Object.values(tables).reduce((sum, rows) => sum + rows.length, 0);
  return { manifest, tables, gaps: gaps as Gaps, rowCount };
}

/** Records of a source by file; a file that is left out stays as the source's last bundle had it. */
export type RosterRecords = { readonly [F in RosterFile]?: RecordsOf<F> };

/** Makes records that came over the network a bundle of whole files; faults of cells go to `report`. */
export function bundleOfRecords(records: RosterRecords, report: (fault: Fault) => void): Bundle {
  const tables = perFile((file) => readRecordRows(file, records[file] ?? [], report).rows);
  const each = <T>(make: (file: RosterFile) => T) =>
    Object.fromEntries(ROSTER_FILES.map((file) => [file, make(file)])) as Record<RosterFile, T>;
  return {
    manifest: {
      modes: each((file) => (records[file] === undefined ? "absent" : "bulk")),
      unclear: new Set(),
      systemCode: "",
    },
    tables,
    gaps: each(() => new Set<string>()),
    rowCount: Object.values(tables).reduce((sum, rows) => sum + rows.length, 0),
  };
}

/** Lays the bundle over the earlier ones: `bulk` replaces a file, `delta` changes its rows. */
export function layOver(
  kept: Partial<Tables>,
  { manifest, tables, gaps }: Bundle,
  report: (fault: Fault) => void,
): Roster {
  for (const file of missingFiles(manifest.modes, new Set(Object.keys(kept) as RosterFile[]))) {
    if (gaps[file] === "any") continue; // said already
    const message = `${file}.csv 既不在这次的包里（bulk），也没有导入过`;
    report({ file: "manifest.csv", message });
  }
  return {
    gaps,
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
  const rows = new Map<string | Row<F>, Row<F>>(
    mode === "delta" ? kept.map((row) => [row.cells.sourcedId, row]) : [],
  );
  for (const row of brought) {
    // of two rows with one id neither stands for the other: what hangs on them is checked with both
    if (row.faulty?.has("sourcedId")) rows.set(row, row);
    else if (isRemoved(row)) rows.delete(row.cells.sourcedId);
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
