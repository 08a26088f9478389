import { Type, type Static } from "typebox";
import { declareCall } from "./call.ts";
import { Media } from "./content.ts";
import { After, Id, Next, Nothing, Nullable, Time } from "./schema.ts";
import { OwnProof } from "./second-factor.ts";

/** Lessons and resources looked after in the page, by holders of `content.manage` at their owner (AD-20). */

/** The fields that are changed in the page, each as text; what else an item has is changed by importing it. */
export const CONTENT_FIELDS = [
  "title",
  "type_id",
  "description",
  "stage_id",
  "grade_id",
  "subject_id",
  "keywords",
  "author",
  "source",
  "cover",
  "text",
  "media_type",
  "media_url",
  "media_name",
] as const;
export type ContentField = (typeof CONTENT_FIELDS)[number];
/** Values by field. `text` is absent of an item with several sections, `media_*` of one whose media are more than an address. */
export type ContentValues = Partial<Record<ContentField, string>>;

export const CONTENT_FIELD_NAMES: Readonly<Record<ContentField, string>> = {
  title: "标题",
  type_id: "类型",
  description: "简介",
  stage_id: "学段",
  grade_id: "年级",
  subject_id: "学科",
  keywords: "关键词",
  author: "作者",
  source: "来源",
  cover: "封面",
  text: "正文",
  media_type: "媒体类型",
  media_url: "媒体地址",
  media_name: "媒体名称",
};

/** The greatest number of characters of each field. */
export const CONTENT_LIMITS = {
  title: 120,
  type_id: 64,
  description: 2000,
  stage_id: 64,
  grade_id: 64,
  subject_id: 64,
  keywords: 300,
  author: 60,
  source: 60,
  cover: 1000,
  text: 20_000,
  media_type: 64,
  media_url: 1000,
  media_name: 120,
} as const satisfies Record<ContentField, number>;
/** The separator of keywords in a text; any sign of `KEYWORD_SIGNS` is understood. */
export const KEYWORD_SEPARATOR = "、";
export const KEYWORD_SIGNS = /[;；、,，\n]/;

export const MEDIA_TYPE_NAMES = {
  video: "视频",
  audio: "音频",
  hls: "视频流（HLS）",
  flv: "视频流（FLV）",
  swf: "动画（Flash）",
  document: "文档",
  image: "图片",
} as const;

export const CONTENT_STATES = ["shown", "hidden"] as const;

/** The reasons for deleting an item: words of ours, since the audit keeps nobody's own. */
export const CONTENT_DELETE_REASONS = ["twice", "wrong", "rights", "asked", "other"] as const;
export const CONTENT_DELETE_REASON_NAMES: Readonly<
  Record<(typeof CONTENT_DELETE_REASONS)[number], string>
> = {
  twice: "重复了",
  wrong: "内容有错",
  rights: "版权问题",
  asked: "提供者要求撤下",
  other: "别的原因",
};

const PATH = "/dt-platform/v1/administration/content";
const closed = { additionalProperties: false };
const right = { right: "content.manage" } as const;
const Owner = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 64,
    description: "属于哪所学校或区域；不写为全平台",
  }),
);
const Named = { school_id: Owner, id: Id };
const value = (field: ContentField) =>
  Type.Optional(
    Type.String({ maxLength: CONTENT_LIMITS[field], description: CONTENT_FIELD_NAMES[field] }),
  );
const Values = Type.Object(
  {
    title: value("title"),
    type_id: value("type_id"),
    description: value("description"),
    stage_id: value("stage_id"),
    grade_id: value("grade_id"),
    subject_id: value("subject_id"),
    keywords: value("keywords"),
    author: value("author"),
    source: value("source"),
    cover: value("cover"),
    text: value("text"),
    media_type: value("media_type"),
    media_url: value("media_url"),
    media_name: value("media_name"),
  } satisfies Record<ContentField, unknown>,
  { ...closed, description: "可以在页面里改的各项，都写成文字" },
);

const BRIEF = {
  school_id: Nullable(Type.String({ description: "属于哪所学校或区域，全平台的为空" })),
  id: Id,
  owner_name: Type.String({ description: "学校或区域的名称，全平台的为空" }),
  title: Type.String(),
  type_name: Type.String(),
  grade_name: Type.String({ description: "年级，或学段；空为不限" }),
  subject_name: Type.String({ description: "空为不限" }),
  is_shown: Type.Boolean({ description: "大家能找到；否则已隐藏" }),
  published_at: Nullable(Time),
  updated_at: Time,
  views: Type.Integer(),
};
export const ListedContent = Type.Object(BRIEF);
export type ListedContent = Static<typeof ListedContent>;

export const readManagedContents = declareCall({
  method: "GET",
  path: `${PATH}/list`,
  who: right,
  summary: "列出由我们管理的课程与资源",
  feature: "search",
  input: Type.Object({
    keyword: Type.Optional(Type.String({ maxLength: 100, description: "汉字、拼音或编号" })),
    type_id: Type.Optional(Type.String({ maxLength: 64 })),
    subject_id: Type.Optional(Type.String({ maxLength: 64 })),
    grade_id: Type.Optional(Type.String({ maxLength: 64 })),
    state: Type.Optional(Type.Enum(CONTENT_STATES)),
    school_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: "只看这所学校或区域自己的" }),
    ),
    after: After(200),
  }),
  answer: Type.Object({ items: Type.Array(ListedContent), next: Next }),
});

const ManagedContent = Type.Object({
  ...BRIEF,
  values: Values,
  media: Type.Array(Media, { description: "媒体" }),
  sections: Type.Array(Type.Object({ title: Type.String(), text: Type.String() }), {
    description: "正文各节，纯文本",
  }),
});
export type ManagedContent = Static<typeof ManagedContent>;

/** Reads all of an item, shown or hidden. 404 for one whose owner is outside of the scope. */
export const readManagedContent = declareCall({
  method: "GET",
  path: `${PATH}/item`,
  who: right,
  summary: "读取一个由我们管理的课程或资源",
  feature: "search",
  input: Type.Object(Named),
  answer: ManagedContent,
});

export const makeContent = declareCall({
  method: "POST",
  path: `${PATH}/make`,
  who: right,
  summary: "新建一个课程或资源",
  feature: "search",
  once: true,
  input: Type.Object(
    {
      school_id: Owner,
      values: Values,
      is_shown: Type.Boolean({ description: "马上显示；否则先隐藏" }),
    },
    closed,
  ),
  answer: ManagedContent,
});

const ContentChange = Type.Object(
  {
    field: Type.Enum([...CONTENT_FIELDS], { description: "改的是哪一项" }),
    before: Type.String({ maxLength: 20_000, description: "改之前看到的" }),
    after: Type.String({ maxLength: 20_000, description: "要改成的" }),
  },
  closed,
);
export type ContentChange = Static<typeof ContentChange>;

/** Changes fields. With 40900 `data.conflicts` names those that somebody else has changed meanwhile, and to what. */
export const saveContent = declareCall({
  method: "POST",
  path: `${PATH}/save`,
  who: right,
  summary: "修改一个课程或资源",
  feature: "search",
  input: Type.Object(
    {
      ...Named,
      changes: Type.Array(ContentChange, {
        minItems: 1,
        maxItems: CONTENT_FIELDS.length,
        description: "要改的各项",
      }),
    },
    closed,
  ),
  answer: ManagedContent,
});

/** A field that somebody else has changed meanwhile, in the refusal of a save. */
export interface ContentConflict {
  field: ContentField;
  theirs: string;
}

export const showContent = declareCall({
  method: "POST",
  path: `${PATH}/show`,
  who: right,
  summary: "显示或隐藏一个课程或资源",
  feature: "search",
  input: Type.Object(
    { ...Named, is_shown: Type.Boolean({ description: "显示；否则隐藏" }) },
    closed,
  ),
  answer: ManagedContent,
});

/** Deletes an item with the count of its views; it cannot be brought back. A fresh proof is wanted (40004). */
export const deleteContent = declareCall({
  method: "POST",
  path: `${PATH}/delete`,
  who: right,
  summary: "删除一个课程或资源",
  feature: "search",
  input: Type.Object(
    {
      ...Named,
      reason: Type.Enum(CONTENT_DELETE_REASONS, { description: "为什么删除" }),
      ...OwnProof.properties,
    },
    closed,
  ),
  answer: Nothing,
});
