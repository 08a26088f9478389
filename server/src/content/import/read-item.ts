import { MEDIA_TYPES, type Media } from "#contract";
import { chinaDayStart, zonedTime } from "../../platform/china-day.ts";
import { contentFaults, type ContentToSave } from "../content-faults.ts";
import { stageOfGrade, TAGS } from "../curriculum.ts";
import { FIELDS, type Field, type Given } from "./given.ts";

/** An item that the file removes. */
export interface Removal {
  school_id: string;
  id: string;
}

/** The reading of one item of a file: something to keep, something to remove, or faults. */
export type ReadItem =
  | { keep: ContentToSave }
  | { remove: Removal }
  | { faults: readonly string[] };

/** Finds the school that a file names, by its id or by a name that only one has; a text says why there is none. */
export type FindSchool = (named: string) => { id: string } | string;

type Section = ContentToSave["sections"][number];
const STATES: Readonly<Record<string, ContentToSave["state"]>> = {
  published: "published",
  发布: "published",
  draft: "draft",
  草稿: "draft",
};
const YES = ["true", "是", "1"];
const NO = ["false", "否", "0"];

/** Reads an item: fields that are not given are empty, and it is published unless it says otherwise. */
export function readItem({ fields }: Given, findSchool: FindSchool): ReadItem {
  const faults: string[] = [];
  const text = (field: Field): string => {
    const value = fields[field] ?? "";
    if (typeof value === "string") return value.trim();
    faults.push(`${FIELDS[field]}应是一段文字`);
    return "";
  };
  const id = text("id");
  const school_id = ownerOf(text("school"), findSchool, faults);
  if (isToGo(fields.delete, faults)) {
    if (!/^[\w.-]{1,64}$/.test(id)) faults.push(`要删除的编号“${id}”无法使用`);
    return faults.length > 0 ? { faults } : { remove: { school_id, id } };
  }
  const grade_id = tagOf("grades", text("grade"));
  const published_at = momentOf(text("published_at"), faults);
  const state = STATES[text("state") || "published"];
  if (state === undefined) faults.push(`状态“${text("state")}”无法识别，应为发布或草稿`);
  const title = text("title");
  const keep: ContentToSave = {
    id,
    school_id,
    type_id: tagOf("types", text("type")),
    title,
    description: text("description"),
    cover: text("cover"),
    stage_id: tagOf("stages", text("stage")) || (stageOfGrade(grade_id) ?? ""),
    grade_id,
    subject_id: tagOf("subjects", text("subject")),
    author: text("author"),
    source: text("source"),
    keywords: keywordsOf(fields.keywords, faults),
    sections: listOf("sections", fields.sections, faults, sectionOf),
    media: listOf("media", fields.media, faults, (one, at) => mediumOf(one, at, title)),
    state: state ?? "draft",
    ...(published_at !== undefined && { published_at }),
  };
  faults.push(...contentFaults(keep).map(({ message }) => message));
  return faults.length > 0 ? { faults } : { keep };
}

function ownerOf(named: string, findSchool: FindSchool, faults: string[]): string {
  if (named === "") return "";
  const found = findSchool(named);
  if (typeof found !== "string") return found.id;
  faults.push(found);
  return "";
}

function isToGo(value: unknown, faults: string[]): boolean {
  const said = JSON.stringify(value ?? "")
    .replaceAll('"', "")
    .toLowerCase();
  if (YES.includes(said)) return true;
  if (said !== "" && !NO.includes(said)) faults.push(`删除一栏的“${said}”无法识别，应为是或否`);
  return false;
}

/** Returns the id of a tag written as id or name; any other text stays, and is a fault later. */
function tagOf(kind: keyof typeof TAGS, written: string): string {
  return TAGS[kind].find(({ id, name }) => written === id || written === name)?.id ?? written;
}

function momentOf(written: string, faults: string[]): Date | undefined {
  if (written === "") return undefined;
  const moment = chinaDayStart(written) ?? zonedTime(written);
  if (moment === undefined) {
    faults.push(`发布时间“${written}”应写成 2026-09-01 或 2026-09-01T08:00+08:00`);
  }
  return moment;
}

function keywordsOf(value: unknown, faults: string[]): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) {
    return [...new Set(value.map((one) => one.trim()).filter((one) => one !== ""))];
  }
  faults.push("关键词应是一列文字");
  return [];
}

function listOf<T>(
  field: Field,
  value: unknown,
  faults: string[],
  read: (fields: Record<string, unknown>, at: number) => T | string,
): T[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    faults.push(`${FIELDS[field]}应是一个列表`);
    return [];
  }
  return value.flatMap((one: unknown, at) => {
    const isObject = typeof one === "object" && one !== null && !Array.isArray(one);
    const found = isObject ? read(one as Record<string, unknown>, at) : "应是一个对象";
    if (typeof found !== "string") return [found];
    faults.push(`${FIELDS[field]}的第 ${at + 1} 个${found}`);
    return [];
  });
}

function sectionOf({ title = "", text, ...others }: Record<string, unknown>): Section | string {
  const [stranger] = Object.keys(others);
  if (stranger !== undefined) return `没有“${stranger}”这个字段`;
  if (typeof title !== "string" || typeof text !== "string") return "应有 title 和 text 两段文字";
  return { title, text };
}

function mediumOf(fields: Record<string, unknown>, at: number, of: string): Media | string {
  const { type, url, id, name, mime, size, seconds, poster, captions, ...others } = fields;
  const [stranger] = Object.keys(others);
  if (stranger !== undefined) return `没有“${stranger}”这个字段`;
  const known = MEDIA_TYPES.find((one) => one === type);
  if (known === undefined) return `的类型应为 ${MEDIA_TYPES.join("、")} 之一`;
  if (typeof url !== "string" || url === "") return "没有地址";
  const words = [id, name, mime, poster].every((one) => one == null || typeof one === "string");
  const numbers = [size, seconds].every((one) => one == null || (isNumber(one) && one >= 0));
  if (!words || !numbers || (size != null && !Number.isInteger(size)) || !areCaptions(captions)) {
    return "有写错的字段：id、name、mime、poster 是文字，size、seconds 是数，captions 是 {url,label,lang} 的列表";
  }
  return {
    id: (id as string) || `media-${at + 1}`,
    type: known,
    url,
    name: (name as string) || of,
    mime: (mime as string) ?? "",
    size: (size as number) ?? null,
    seconds: (seconds as number) ?? null,
    poster: (poster as string) || null,
    captions: (captions as Media["captions"]) ?? [],
  };
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

function areCaptions(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return (
    Array.isArray(value) &&
    value.every(
      (one: Record<string, unknown> | null) =>
        Object.keys(one ?? {}).length === 3 &&
        ["url", "label", "lang"].every((name) => typeof one?.[name] === "string"),
    )
  );
}
