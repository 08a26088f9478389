import type { ExamplesOf } from "./example.ts";

const ITEM = {
  id: "math-3-fractions",
  title: "分数的初步认识",
  desc: "在折一折、涂一涂中认识几分之一，会读会写简单的分数。",
  cover: "covers/mathematics-1.svg",
  type_id: "video",
  type_name: "微课视频",
  stage_name: "小学",
  grade_name: "三年级",
  subject_name: "数学",
  source: "区域资源库",
  published_at: "2026-09-01T08:00:00.000Z",
  views: 128,
  highlight: { title: [{ from: 0, to: 2 }], desc: [{ from: 22, to: 24 }] },
};

export const CONTENT_EXAMPLES: ExamplesOf<"searchContent" | "readContent" | "readTagRelations"> = {
  searchContent: {
    description:
      "关键字可以是汉字、全拼或拼音首字母，多个词以空格分开，须都含有；留空为浏览全部。只返回本校、所属区域与公共的内容。翻页时带上第一页答复中的 as_of，期间新增、下架与浏览数的变化不会让内容重复或遗漏（半小时内有效）。没有找到时 near 给出相近的内容。",
    input: {
      keyword: "分数",
      type_id: "video",
      stage_id: "primary",
      grade_id: "3",
      subject_id: "mathematics",
      sort: "relevance",
      page: 1,
      page_size: 20,
      as_of: "2026-11-20T08:00:00.000Z",
    },
    answer: {
      total: 1,
      items: [ITEM],
      facets: {
        types: [{ id: "video", name: "微课视频", count: 1 }],
        stages: [{ id: "primary", name: "小学", count: 1 }],
        grades: [{ id: "3", name: "三年级", count: 1 }],
        subjects: [{ id: "mathematics", name: "数学", count: 1 }],
      },
      as_of: "2026-11-20T08:00:00.000Z",
      near: null,
    },
  },
  readContent: {
    description:
      "返回一个课程或资源的全部内容、可以打开的文件与相关推荐。别的学校的内容与不存在的一样，回答 40400。",
    input: { id: "math-3-fractions" },
    answer: {
      id: "math-3-fractions",
      title: "分数的初步认识",
      desc: "在折一折、涂一涂中认识几分之一，会读会写简单的分数。",
      cover: "covers/mathematics-1.svg",
      type_id: "video",
      type_name: "微课视频",
      stage: { id: "primary", name: "小学" },
      grade: { id: "3", name: "三年级" },
      subject: { id: "mathematics", name: "数学" },
      author: "林岚",
      source: "区域资源库",
      keywords: ["分数", "几分之一"],
      sections: [{ title: "学习目标", text: "认识几分之一。\n会读会写简单的分数。" }],
      media: [
        {
          id: "1",
          type: "video",
          url: "https://media.example.cn/fractions.mp4",
          name: "分数的初步认识",
          mime: "video/mp4",
          size: 1048576,
          seconds: 312,
          poster: null,
          captions: [],
        },
      ],
      published_at: "2026-09-01T08:00:00.000Z",
      updated_at: "2026-09-01T08:00:00.000Z",
      views: 128,
      related: [],
    },
  },
  readTagRelations: {
    description:
      "课程与资源用到的学段、年级、学科与类型。带 If-None-Match 而内容没有变化时回答 304。",
    input: {},
    answer: {
      stages: [
        {
          id: "primary",
          name: "小学",
          grades: [{ id: "1", name: "一年级", subjects: ["chinese", "mathematics"] }],
        },
      ],
      subjects: [
        { id: "chinese", name: "语文" },
        { id: "mathematics", name: "数学" },
      ],
      types: [{ id: "lesson", name: "课程" }],
    },
  },
};
