import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { Id, Nullable, Time } from "./schema.ts";

/** The types of lessons and resources, in the order in which they are offered. */
export const CONTENT_TYPES = [
  { id: "lesson", name: "课程" },
  { id: "video", name: "微课视频" },
  { id: "courseware", name: "课件" },
  { id: "plan", name: "教案" },
  { id: "exercise", name: "练习" },
  { id: "audio", name: "音频" },
  { id: "picture", name: "图片" },
  { id: "animation", name: "动画" },
] as const;

export const MEDIA_TYPES = ["video", "audio", "hls", "flv", "swf", "document", "image"] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** One medium of an item. Its player is chosen by `type` alone, never by the address. */
export const Media = Type.Object({
  id: Type.String({ description: "在所属内容中唯一" }),
  type: Type.Enum(MEDIA_TYPES, {
    description: "video 为浏览器可直接播放的视频，hls 与 flv 为流，swf 为旧动画",
  }),
  url: Type.String({ description: "绝对地址，或相对于 /platformEntry/ 的地址" }),
  name: Type.String({ description: "显示的名称" }),
  mime: Type.String({ description: "如 video/mp4；空为未知" }),
  size: Nullable(Type.Integer({ minimum: 0, description: "字节" })),
  seconds: Nullable(Type.Number({ minimum: 0, description: "音视频的时长" })),
  poster: Nullable(Type.String({ description: "视频的封面，地址同 url" })),
  captions: Type.Array(
    Type.Object({ url: Type.String(), label: Type.String(), lang: Type.String() }),
    { description: "WebVTT 字幕，地址同 url" },
  ),
});
export type Media = Static<typeof Media>;

/** A part of a text to mark: UTF-16 offsets, `to` excluded. */
export const MarkRange = Type.Object({ from: Type.Integer(), to: Type.Integer() });
export type MarkRange = Static<typeof MarkRange>;

export const Named = Type.Object({ id: Id, name: Type.String() });
export type Named = Static<typeof Named>;

/** A hit of the search (ST-04). */
export const SearchItem = Type.Object({
  id: Id,
  title: Type.String(),
  desc: Type.String({ description: "摘要，纯文本，截取到匹配处附近" }),
  cover: Type.String({ description: "封面地址，相对于 /platformEntry/" }),
  type_id: Id,
  type_name: Type.String(),
  stage_name: Type.String({ description: "空为不限" }),
  grade_name: Type.String({ description: "空为不限" }),
  subject_name: Type.String({ description: "空为不限" }),
  source: Type.String({ description: "谁提供：学校、区域或资源库的名称" }),
  published_at: Time,
  views: Type.Integer(),
  highlight: Type.Object(
    { title: Type.Array(MarkRange), desc: Type.Array(MarkRange) },
    { description: "title 与 desc 中要标出的部分，互不重叠，从前到后" },
  ),
});
export type SearchItem = Static<typeof SearchItem>;

export const Facet = Type.Object({ id: Id, name: Type.String(), count: Type.Integer() });
export type Facet = Static<typeof Facet>;

/** The number of hits for each filter value, given the keyword and the other filters; a chosen value is listed even with zero. */
export const Facets = Type.Object({
  types: Type.Array(Facet),
  stages: Type.Array(Facet),
  grades: Type.Array(Facet),
  subjects: Type.Array(Facet),
});
export type Facets = Static<typeof Facets>;

export const SEARCH_SORTS = ["relevance", "newest", "popular"] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];
export const MAX_PAGE_SIZE = 50;
export const DEFAULT_PAGE_SIZE = 20;
export const MAX_KEYWORD_LENGTH = 100;

/** The items offered when nothing was found, and how they were chosen. */
export const Near = Type.Object({
  reason: Type.Enum(["filters", "sound", "part", "popular"], {
    description: "filters 去掉筛选后有；sound 读音相同；part 含有一部分字；popular 大家常看",
  }),
  total: Type.Integer({ description: "有多少；part 与 popular 只给出最接近的几个" }),
  items: Type.Array(SearchItem),
});
export type Near = Static<typeof Near>;

/**
 * Searches the lessons and resources of the person's school, its district and everyone. With `as_of` sent back, pages
 * continue each other whatever is written meanwhile.
 */
export const searchContent = declareCall({
  method: "GET",
  path: "/dt-ecampus/content/v2/search",
  who: "member",
  summary: "搜索课程与资源",
  feature: "search",
  input: Type.Object({
    keyword: Type.Optional(
      Type.String({ maxLength: MAX_KEYWORD_LENGTH, description: "汉字、全拼或拼音首字母" }),
    ),
    type_id: Type.Optional(Type.String({ maxLength: 64 })),
    stage_id: Type.Optional(Type.String({ maxLength: 64 })),
    grade_id: Type.Optional(Type.String({ maxLength: 64 })),
    subject_id: Type.Optional(Type.String({ maxLength: 64 })),
    sort: Type.Optional(Type.Enum(SEARCH_SORTS)),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE })),
    child_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: "家长的哪个孩子，其年级排在前" }),
    ),
    as_of: Type.Optional(
      Type.String({ format: "date-time", description: "第一页答复中的 as_of，翻页时带上" }),
    ),
  }),
  answer: Type.Object({
    total: Type.Integer(),
    items: Type.Array(SearchItem),
    facets: Facets,
    as_of: Time,
    near: Nullable(Near),
  }),
  anyServer: true,
});
export type SearchAnswer = Static<typeof searchContent.answer>;

export const ContentDetail = Type.Object({
  id: Id,
  title: Type.String(),
  desc: Type.String(),
  cover: Type.String(),
  type_id: Id,
  type_name: Type.String(),
  stage: Nullable(Named),
  grade: Nullable(Named),
  subject: Nullable(Named),
  author: Type.String({ description: "空为未署名" }),
  source: Type.String(),
  keywords: Type.Array(Type.String()),
  sections: Type.Array(Type.Object({ title: Type.String(), text: Type.String() }), {
    description: "正文，纯文本，text 以换行分段",
  }),
  media: Type.Array(Media),
  published_at: Time,
  updated_at: Time,
  views: Type.Integer(),
  related: Type.Array(SearchItem),
});
export type ContentDetail = Static<typeof ContentDetail>;

/** Reads all of one item. 404 for one of another school. */
export const readContent = declareCall({
  method: "GET",
  path: "/dt-ecampus/content/v2/detail",
  who: "member",
  summary: "读取一个课程或资源",
  feature: "search",
  input: Type.Object({ id: Id }),
  answer: ContentDetail,
  anyServer: true,
});

/** The tags of lessons and resources, and the subjects of each grade. */
export const TagRelations = Type.Object({
  stages: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      grades: Type.Array(Type.Object({ id: Id, name: Type.String(), subjects: Type.Array(Id) })),
    }),
  ),
  subjects: Type.Array(Named),
  types: Type.Array(Named),
});
export type TagRelations = Static<typeof TagRelations>;

export const readTagRelations = declareCall({
  method: "GET",
  path: "/dt-ecampus/content/v2/common/init-relations",
  who: "self",
  summary: "学段、年级、学科与类型的对应关系",
  feature: "relations",
  input: Type.Object({}),
  answer: TagRelations,
  cached: true,
  anyServer: true,
});
