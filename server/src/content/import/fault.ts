import { OperatorRefused } from "../../platform/operator-refused.ts";

/** One thing that is wrong with a file of lessons. */
export interface Fault {
  /** Where it begins, the first line being 1; absent: the file as a whole. */
  line?: number;
  /** A Chinese sentence without its place and its full stop. */
  message: string;
}

/** The rest is counted. */
const SHOWN_AT_MOST = 50;

/** The file was refused and nothing was written. The message is the whole list, fit to be shown. */
export class ContentRefused extends OperatorRefused {
  override name = "ContentRefused";

  constructor(faults: readonly Fault[]) {
    super(described(faults));
  }
}

function described(faults: readonly Fault[]): string {
  const inOrder = faults.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
  const lines = inOrder
    .slice(0, SHOWN_AT_MOST)
    .map(({ line, message }) => (line === undefined ? message : `第 ${line} 行：${message}`));
  const more = faults.length - lines.length;
  if (more > 0) lines.push(`另有 ${more} 处问题未列出`);
  return [...lines, `共 ${faults.length} 处问题，没有写入任何数据。`].join("\n");
}
