import { createHash } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import { RosterFileRefused, unpackCsvFiles } from "../roster-file/api.ts";
import type { Fault } from "./fault.ts";
import { type Bundle, readTables } from "./roster.ts";

/** The message of the thread: a bundle with what is wrong in its cells. */
export interface FromThread {
  bundle: Bundle;
  faults: Fault[];
  sha256: string;
}

/** Faults that are handed over; more of them say nothing more. */
const MAX_FAULTS = 5000;

try {
  const { bytes } = workerData as { bytes: Uint8Array };
  const faults: Fault[] = [];
  const bundle = readTables(unpackCsvFiles(bytes), (fault) => {
    if (faults.length < MAX_FAULTS) faults.push(fault);
  });
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  parentPort?.postMessage({ bundle, faults, sha256 } satisfies FromThread);
} catch (error) {
  if (!(error instanceof RosterFileRefused)) throw error;
  parentPort?.postMessage({ refused: error.message, is_one_roster: false });
}
