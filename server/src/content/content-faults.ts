import {
  isSeen,
  MEDIA_TYPES,
  mediumKeyOf,
  pictureKeyOf,
  type ContentDetail,
  type ContentField,
  type Media,
} from "#contract";
import { stageOfGrade, tagName } from "./curriculum.ts";

/** An item to store. Ids of tags are '' for all; `school_id` is '' for everyone. */
export interface ContentToSave {
  id: string;
  school_id: string;
  type_id: string;
  title: string;
  description: string;
  cover: string;
  stage_id: string;
  grade_id: string;
  subject_id: string;
  author: string;
  source: string;
  keywords: string[];
  sections: ContentDetail["sections"];
  media: Media[];
  state: "draft" | "published";
  /** The time of publication before it came here, and how often it was opened. */
  published_at?: Date;
  views?: number;
}

const LONGEST_TITLE = 120;
const LONGEST_DESCRIPTION = 2000;

/** A fault of an item at the field that the page changes; without one where the page has none for it. */
export interface ContentFault {
  field: ContentField | null;
  message: string;
}

/** Returns the faults of an item, in Chinese; empty when it can be stored. */
export function contentFaults(item: ContentToSave): ContentFault[] {
  const faults: ContentFault[] = [];
  const unless = (isRight: boolean, field: ContentField | null, message: string) => {
    if (!isRight) faults.push({ field, message });
  };
  unless(
    /^[\w.-]{1,64}$/.test(item.id),
    null,
    "编号只能有字母、数字、点、横线与下划线，不超过 64 个",
  );
  unless(isSeen(item.title), "title", "没有标题");
  unless(item.title.length <= LONGEST_TITLE, "title", `标题超过 ${LONGEST_TITLE} 字`);
  unless(
    item.description.length <= LONGEST_DESCRIPTION,
    "description",
    `简介超过 ${LONGEST_DESCRIPTION} 字`,
  );
  unless(
    tagName("types", item.type_id) !== undefined,
    "type_id",
    item.type_id === "" ? "没有写类型" : `没有“${item.type_id}”这个类型`,
  );
  for (const [kind, field, word] of [
    ["stages", "stage_id", "学段"],
    ["grades", "grade_id", "年级"],
    ["subjects", "subject_id", "学科"],
  ] as const) {
    const id = item[field];
    unless(id === "" || tagName(kind, id) !== undefined, field, `没有“${id}”这个${word}`);
  }
  unless(
    item.grade_id === "" || stageOfGrade(item.grade_id) === item.stage_id,
    "grade_id",
    "年级不在所写的学段里",
  );
  unless(
    new Set(item.media.map(({ id }) => id)).size === item.media.length,
    null,
    "有两个媒体文件用了同一个编号",
  );
  for (const { type, url, poster, captions } of item.media) {
    unless(
      MEDIA_TYPES.includes(type),
      "media_type",
      (type as string) === "" ? "没有写媒体的类型" : `没有“${type}”这种媒体`,
    );
    unless(
      captions.every((caption) => isFetchable(caption.url)),
      null,
      "字幕地址不能打开",
    );
    unless(
      mediumKeyOf(url) !== undefined || isFetchable(url),
      "media_url",
      `媒体地址“${url}”不能打开`,
    );
    unless(poster === null || isFetchable(poster), null, `媒体封面地址“${poster}”不能打开`);
  }
  const isCover = item.cover === "" || pictureKeyOf(item.cover) !== undefined;
  unless(isCover || isFetchable(item.cover), "cover", `封面地址“${item.cover}”不能打开`);
  return faults;
}

/** Returns whether an address is on the web or a file beside the page; never a script or another scheme. */
function isFetchable(url: string): boolean {
  if (/^https?:\/\/[^\s/]/i.test(url)) return true;
  return /^[\w-][\w./%-]*$/.test(url) && !url.includes("..");
}
