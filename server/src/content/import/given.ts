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

/** An item as a file gives it, not looked at yet. */
export interface Given {
  /** The line on which it begins. */
  line: number;
  fields: Partial<Record<Field, unknown>>;
}
