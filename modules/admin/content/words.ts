import {
  MEDIA_TYPE_NAMES,
  mediumKeyOf,
  type ContentField,
  type MediaType,
  type TagRelations,
} from "#contract";

const LONGEST = 120;

/** Returns a field's value in words: tags by their names, long texts cut. */
export function valueText(field: ContentField, value: string, tags: TagRelations): string {
  if (value === "") return "空";
  const named = namesOf(field, tags)?.find(({ id }) => id === value)?.name;
  if (named !== undefined) return named;
  if (field === "cover") return "一张图片";
  if (field === "media_url" && mediumKeyOf(value) !== undefined) return "上传的文件";
  if (field === "media_type") return MEDIA_TYPE_NAMES[value as MediaType];
  return `“${value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value}”`;
}

function namesOf(field: ContentField, { types, stages, subjects }: TagRelations) {
  if (field === "type_id") return types;
  if (field === "subject_id") return subjects;
  if (field === "stage_id") return stages;
  return field === "grade_id" ? stages.flatMap(({ grades }) => grades) : undefined;
}
