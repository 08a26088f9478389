import { MAX_FILE_BYTES } from "./limits.ts";
import { RosterFileRefused } from "./refused.ts";
import { listZip, Unzipper } from "./zip.ts";

/** The most files of a bundle that are unpacked: twice what the standard knows. */
const MAX_FILES = 50;

/**
 * Unpacks the CSV files of a zip, by their names without folders, piece by piece up to a bounded total (RO-07). Throws
 * `RosterFileRefused` with one sentence for what is no bundle of them.
 */
export function unpackCsvFiles(bytes: Uint8Array): Map<string, Uint8Array> {
  if (bytes.length > MAX_FILE_BYTES) {
    throw new RosterFileRefused(`文件超过 ${MAX_FILE_BYTES / 2 ** 20} MB，请分成几次导入。`);
  }
  const unzipper = new Unzipper(bytes);
  const files = new Map<string, Uint8Array>();
  for (const [path, entry] of listZip(bytes)) {
    const name = path.split("/").at(-1) ?? path;
    const isCsv = name.toLowerCase().endsWith(".csv") && !name.startsWith(".");
    if (!isCsv || path.startsWith("__MACOSX/")) continue;
    if (entry.is_encrypted) {
      throw new RosterFileRefused("压缩包加了密码，读不了；请去掉密码后再传。");
    }
    if (files.has(name)) throw new RosterFileRefused(`压缩包里有两个 ${name}。`);
    if (files.size >= MAX_FILES) throw new RosterFileRefused("压缩包里的文件太多，没有读下去。");
    const pieces: Uint8Array[] = [];
    unzipper.unpack(entry, (piece) => void pieces.push(piece.slice()));
    files.set(name, Buffer.concat(pieces));
  }
  if (!files.has("manifest.csv") && !files.has("orgs.csv")) {
    throw new RosterFileRefused(
      "压缩包里没有 OneRoster 的文件（manifest.csv、orgs.csv、users.csv 等）；表格请解开后选择 .xlsx 或 .csv 文件。",
    );
  }
  return files;
}
