import type { Fault } from "./fault.ts";
import { INDISPENSABLE_FILES, OTHER_FILES, ROSTER_FILES, type RosterFile } from "./one-roster.ts";
import { readRecords } from "./read-table.ts";

/** The kind of a bundle's file: `bulk` is the whole, `delta` holds changes, `absent` is not in the bundle. */
export type Mode = "bulk" | "delta" | "absent";
const MODES: readonly string[] = ["bulk", "delta", "absent"] satisfies Mode[];

export interface Manifest {
  modes: Record<RosterFile, Mode>;
  /** Files on which manifest and bundle disagree: their content is unknown. */
  unclear: ReadonlySet<RosterFile>;
  /** The code of the system that exported the bundle; empty if it is not given. */
  systemCode: string;
}

const NAME = "manifest.csv";
const VERSION = "1.2";

/** Reads the bundle's manifest and checks it against the files that are there; faults go to `report`. */
export function readManifest(
  files: ReadonlyMap<string, Uint8Array>,
  report: (fault: Fault) => void,
): Manifest {
  const properties = readProperties(files, report);
  const version = properties.get("oneroster.version");
  if (properties.size > 0 && version?.value !== VERSION) {
    const message = `oneroster.version 应为 ${VERSION}，这里是“${version?.value ?? ""}”`;
    report({ file: NAME, line: version?.line, column: "value", message });
  }
  for (const name of files.keys()) {
    const known = [...ROSTER_FILES, ...OTHER_FILES, "manifest"].includes(
      name.replace(/\.csv$/, ""),
    );
    if (!known) report({ file: name, message: "不是 OneRoster 1.2 的文件名（区分大小写）" });
  }
  const unclear = new Set<RosterFile>();
  const modes = Object.fromEntries(
    ROSTER_FILES.map((file) => {
      const mode = modeOf(file, properties, files, report);
      if (mode === undefined) unclear.add(file);
      return [file, mode ?? "absent"];
    }),
  ) as Record<RosterFile, Mode>;
  return { modes, unclear, systemCode: properties.get("source.systemCode")?.value ?? "" };
}

type Properties = ReadonlyMap<string, { value: string; line: number }>;

function readProperties(
  files: ReadonlyMap<string, Uint8Array>,
  report: (fault: Fault) => void,
): Properties {
  const bytes = files.get(NAME);
  if (!bytes) {
    report({ file: NAME, message: "缺少这个文件" });
    return new Map();
  }
  const [header, ...records] = readRecords(NAME, bytes, report).records;
  if (header && header.cells.join() !== "propertyName,value") {
    report({ file: NAME, line: header.line, message: "表头应为 propertyName,value" });
  }
  return new Map(
    records.map(({ line, cells: [name = "", value = ""] }) => [
      name.trim(),
      { value: value.trim(), line },
    ]),
  );
}

/** Returns a file's mode; reports a value that is no mode or that the bundle contradicts, and returns undefined. */
function modeOf(
  file: RosterFile,
  properties: Properties,
  files: ReadonlyMap<string, Uint8Array>,
  report: (fault: Fault) => void,
): Mode | undefined {
  const isThere = files.has(`${file}.csv`);
  const property = properties.get(`file.${file}`);
  const mode = property?.value ?? (isThere ? "bulk" : "absent");
  const say = (message: string) =>
    report({ file: NAME, line: property?.line, column: "value", message });
  if (!MODES.includes(mode)) {
    say(`file.${file} 的值“${mode}”应为 bulk、delta 或 absent`);
    return undefined;
  }
  if ((mode !== "absent") === isThere) return mode as Mode;
  if (isThere) say(`file.${file} 写的是 absent，但包里有 ${file}.csv`);
  else report({ file: `${file}.csv`, message: "缺少这个文件" });
  return undefined;
}

/** Returns the indispensable files that are in neither this bundle nor an earlier one. */
export function missingFiles(
  modes: Readonly<Record<RosterFile, Mode>>,
  known: ReadonlySet<RosterFile>,
): RosterFile[] {
  return INDISPENSABLE_FILES.filter((file) => modes[file] !== "bulk" && !known.has(file));
}
