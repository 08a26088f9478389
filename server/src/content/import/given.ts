import { OperatorRefused } from "../../platform/operator-refused.ts";

/** The fields of an item, as a JSON file calls them, and what a table's head may call them instead. */
export const FIELDS = {
  id: "编号",
  school: "学校",
  type: "类型",
  title: "标题",
  description: "简介",
  cover: "封面",
  stage: "学段",
  grade: "年级",
  subject: "学科",
  author: "作者",
  source: "来源",
  keywords: "关键词",
  sections: "正文",
  media: "媒体",
  state: "状态",
  published_at: "发布时间",
  delete: "删除",
} as const;
export type Field = keyof typeof FIELDS;

/** An item as a file gives it, unchecked. */
export interface Given {
  /** The line on which it begins. */
  line: number;
  fields: Partial<Record<Field, unknown>>;
}

/** A fault of a file of lessons. */
export interface Fault {
  /** The line it begins on, the first being 1; absent: the file as a whole. */
  line?: number;
  /** A Chinese sentence without its place and its full stop. */
  message: string;
}

/** Faults shown at most; the rest is counted. */
const MAX_SHOWN = 50;

/**
 * Thrown for a refused file, of which nothing was written. The message is the whole list of faults, fit to be shown.
 */
export class ContentRefused extends OperatorRefused {
  override name = "ContentRefused";

  constructor(faults: readonly Fault[]) {
    super(described(faults));
  }
}

function described(faults: readonly Fault[]): string {
  const inOrder = faults.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
  const lines = inOrder
    .slice(0, MAX_SHOWN)
    .map(({ line, message }) => (line === undefined ? message : `第 ${line} 行：${message}`));
  const more = faults.length - lines.length;
  if (more > 0) lines.push(`另有 ${more} 处问题未列出`);
  return [...lines, `共 ${faults.length} 处问题，没有写入任何数据。`].join("\n");
}
