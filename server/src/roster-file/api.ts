/** Reading of roster files: what other rooms may call. */
export { markFaults, readRosterFile } from "./read-roster-file.ts";
export { EXAMPLE_MARK, rosterTemplate } from "./template.ts";
export { sharedMobileText } from "./duplicates.ts";
export { RosterFileRefused } from "./refused.ts";
export { normaliseHead } from "./meanings.ts";
export { classOfTitle, numberedClassIn } from "./class-title.ts";
export { decodeText } from "./decode.ts";
export { parseCsv, type CsvRecord } from "./parse-csv.ts";
export { containsIdNumber, idNumberFault } from "./id-number.ts";
export { inThread } from "./thread.ts";
export { readTables } from "./reading.ts";
export { letterOf, type MergedArea, type Table, textOf } from "./table.ts";
export { unpackCsvFiles } from "./unpack.ts";
