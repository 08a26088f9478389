import { inThread } from "../roster-file/api.ts";
import { FaultList } from "./fault.ts";
import { sourceOf } from "./import.ts";
import type { Bundle } from "./roster.ts";
import type { FromThread } from "./worker.ts";

/** A dropped OneRoster zip as read: its records, what is wrong in them, and the code of its source. */
interface ReadZip {
  source: string;
  bundle: Bundle;
  faults: FaultList;
  sha256: string;
}

/**
 * Reads a OneRoster zip in a thread of its own; the bytes never touch the disk. Throws `RosterFileRefused` with one sentence for
 * what is none (RO-07).
 */
export async function readOneRosterZip(bytes: Uint8Array): Promise<ReadZip> {
  const url = new URL("./worker.ts", import.meta.url);
  const read = await inThread<FromThread>(url, { bytes }, () => false);
  const faults = new FaultList();
  for (const fault of read.faults) faults.add(fault);
  const source = sourceOf(read.bundle, undefined, (fault) =>
    faults.add({ ...fault, message: "没有写 source.systemCode（名册来源的代码），请补上" }),
  );
  return { source, bundle: read.bundle, faults, sha256: read.sha256 };
}
