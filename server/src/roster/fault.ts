import { OperatorRefused } from "../platform/operator-refused.ts";

/** A fault of a bundle, at a place that the person who exported it can find. */
export interface Fault {
  /** The file's name, `users.csv`. */
  file: string;
  /** The line in the file, the header being line 1; absent: the file as a whole. */
  line?: number | undefined;
  column?: string | undefined;
  /** A Chinese sentence without its place. */
  message: string;
}

/** Faults of one file that are kept and shown; the rest is counted. */
const SHOWN_PER_FILE = 50;

/** Collects the first faults of each file and counts all. */
export class FaultList {
  readonly #byFile = new Map<string, { shown: Fault[]; total: number }>();

  add(fault: Fault): void {
    const known = this.#byFile.get(fault.file) ?? { shown: [], total: 0 };
    this.#byFile.set(fault.file, known);
    known.total += 1;
    if (known.shown.length < SHOWN_PER_FILE) known.shown.push(fault);
  }

  get total(): number {
    return [...this.#byFile.values()].reduce((sum, { total }) => sum + total, 0);
  }

  /** Returns the kept faults, file by file in the order of their lines. */
  get shown(): Fault[] {
    return [...this.#byFile.values()].flatMap(({ shown }) =>
      shown.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0)),
    );
  }

  totalOf(file: string): number {
    return this.#byFile.get(file)?.total ?? 0;
  }
}

/** Returns a fault in words: `users.csv 第 17 行 username：账号“li wei”含有空格`. */
export function describeFault({ file, line, column, message }: Fault): string {
  const place = [file, line !== undefined && `第 ${line} 行`, column].filter(Boolean).join(" ");
  return `${place}：${message}`;
}

/**
 * Thrown for a refused bundle, of which nothing was written. The message is the whole list of faults, fit to be shown.
 */
export class RosterRefused extends OperatorRefused {
  override name = "RosterRefused";
  readonly faults: FaultList;

  constructor(faults: FaultList) {
    super(describeFaults(faults));
    this.faults = faults;
  }
}

function describeFaults(faults: FaultList): string {
  const { shown } = faults;
  const files = [...new Set(shown.map(({ file }) => file))];
  const lines = files.flatMap((file) => {
    const own = shown.filter((fault) => fault.file === file).map(describeFault);
    const more = faults.totalOf(file) - own.length;
    return more > 0 ? [...own, `${file}：另有 ${more} 处问题未列出`] : own;
  });
  return [...lines, `共 ${faults.total} 处问题，没有写入任何数据。`].join("\n");
}
