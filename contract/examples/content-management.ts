import type { ExamplesOf } from "./example.ts";

const BRIEF = {
  school_id: "school-qiming",
  id: "fractions-2026",
  owner_name: "启明小学",
  title: "分数的初步认识",
  type_name: "微课视频",
  grade_name: "三年级",
  subject_name: "数学",
  is_shown: true,
  published_at: "2026-09-01T08:00:00.000Z",
  updated_at: "2026-11-20T08:00:00.000Z",
  views: 128,
};
const VALUES = {
  title: "分数的初步认识",
  type_id: "video",
  description: "在折一折、涂一涂中认识几分之一。",
  stage_id: "primary",
  grade_id: "3",
  subject_id: "mathematics",
  keywords: "分数、平均分",
  author: "李老师",
  source: "启明小学",
  cover: "",
  text: "",
  media_type: "video",
  media_url: "https://media.example.cn/frac.mp4",
  media_name: "分数微课",
};
const WHOLE = {
  ...BRIEF,
  values: VALUES,
  sections: [],
  media: [
    {
      id: "media-1",
      type: "video" as const,
      url: "https://media.example.cn/frac.mp4",
      name: "分数微课",
      mime: "",
      size: null,
      seconds: null,
      poster: null,
      captions: [],
    },
  ],
};
const NAMED = { school_id: "school-qiming", id: "fractions-2026" };

export const MANAGED_CONTENT_EXAMPLES: ExamplesOf<
  | "readManagedContents"
  | "readManagedContent"
  | "makeContent"
  | "saveContent"
  | "showContent"
  | "deleteContent"
> = {
  readManagedContents: {
    description:
      "有“管理课程与资源”权限的学校和区域自己的课程与资源，最近修改的在前，也包括已隐藏的。属于全平台的（school_id 为空）只列给全平台有这项权限的人。",
    input: { keyword: "分数", state: "shown" },
    answer: { items: [BRIEF], next: null },
  },
  readManagedContent: {
    description:
      "values 是可以在页面里改的各项，都写成文字。正文有几节、媒体有几个时没有 text 或 media_ 开头的项，它们用导入来改。",
    input: NAMED,
    answer: WHOLE,
  },
  makeContent: {
    description: "编号由平台给出。不写 school_id 的属于全平台，只有全平台有权限的人能建。",
    input: { school_id: "school-qiming", values: VALUES, is_shown: true },
    answer: WHOLE,
  },
  saveContent: {
    description:
      "每一项带上改之前看到的值：别人已经改成别的时，以 40900 拒绝，data.conflicts 写明是哪些项、现在是什么。",
    input: {
      ...NAMED,
      changes: [{ field: "title", before: "分数的初步认识", after: "分数的再认识" }],
    },
    answer: { ...WHOLE, title: "分数的再认识", values: { ...VALUES, title: "分数的再认识" } },
  },
  showContent: {
    description: "隐藏的不再能搜索和打开，随时可以再显示，编号、内容和浏览次数都不变。",
    input: { ...NAMED, is_shown: false },
    answer: { ...WHOLE, is_shown: false },
  },
  deleteContent: {
    description:
      "连同浏览次数一起删除，不能恢复。离上次输入密码较久时，以 40004（check 为 password）要操作人再证明一次是本人。",
    input: { ...NAMED, reason: "twice" },
    answer: {},
  },
};
