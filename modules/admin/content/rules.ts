import {
  CONTENT_FIELD_NAMES,
  CONTENT_FIELDS,
  type ContentChange,
  type ContentField,
  type ContentValues,
  type Organisation,
  type TagRelations,
} from "#contract";
import type { Option } from "../fields/choice.tsx";
import type { OwnRights } from "../shell/own-rights.tsx";

/** Returns the place of an item's page: its path, and what stands after the `?`. */
export function placeOf({ id, school_id }: { id: string; school_id: string | null }) {
  return [["content", "item", id], { owner: school_id ?? "" }] as const;
}

/** Returns how calls name an item. */
export function namedBy(id: string, owner: string | null) {
  return { id, ...(owner !== null && { school_id: owner }) };
}

/** Returns what is to be saved: fields that differ from what was read. Without an address there is no medium. */
export function changesOf(read: ContentValues, draft: ContentValues): ContentChange[] {
  const hasMedium = (draft.media_url ?? "").trim() !== "";
  return CONTENT_FIELDS.flatMap((field) => {
    const before = read[field];
    const isOfMedium = field === "media_type" || field === "media_name";
    const after = isOfMedium && !hasMedium ? draft[field] && "" : draft[field]?.trim();
    return before === undefined || after === undefined || before === after
      ? []
      : [{ field, before, after }];
  });
}

/** Faults by field, each in a sentence. */
export type ContentFaults = Partial<Record<ContentField, string>>;

/** Returns what is missing of a form; empty when it can be sent. */
export function missingIn({ title, type_id, media_url, media_type }: ContentValues): ContentFaults {
  return {
    ...(title?.trim() === "" && { title: "请填写标题" }),
    ...(type_id === "" && { type_id: "请选择类型" }),
    ...((media_url ?? "").trim() !== "" && media_type === "" && { media_type: "请选择媒体的类型" }),
  };
}

/** Returns the faults without those of the fields that differ between two states of the form. */
export function stillFaulty(
  faults: ContentFaults,
  before: ContentValues,
  after: ContentValues,
): ContentFaults {
  return Object.fromEntries(
    CONTENT_FIELDS.flatMap((field) => {
      const fault = faults[field];
      return fault === undefined || before[field] !== after[field] ? [] : [[field, fault]];
    }),
  );
}

/** Returns the values with a field changed, and with what must change along: a grade brings its stage, no medium no address. */
export function withField(
  values: ContentValues,
  field: ContentField,
  value: string,
  { stages }: TagRelations,
): ContentValues {
  const now = { ...values, [field]: value };
  if (field === "media_type" && value === "") return { ...now, media_url: "", media_name: "" };
  if (field === "grade_id" && value !== "") {
    const stage = stages.find(({ grades }) => grades.some(({ id }) => id === value));
    return { ...now, stage_id: stage?.id ?? "" };
  }
  if (field === "stage_id") {
    const stage = stages.find(({ id }) => id === value);
    const stays = stage?.grades.some(({ id }) => id === now.grade_id) ?? false;
    return stays ? now : { ...now, grade_id: "" };
  }
  return now;
}

/** Returns the names of fields: 标题、简介. */
export function fieldNames(changes: readonly { field: ContentField }[]): string {
  return changes.map(({ field }) => CONTENT_FIELD_NAMES[field]).join("、");
}

/** The value of the choice for what is everybody's; no school's id. */
export const EVERYBODY = " ";

/** Returns the places whose items a person looks after: everybody, districts and schools. */
export function ownersFor({ rights }: OwnRights, organisations: readonly Organisation[]): Option[] {
  const places = rights.find(({ right }) => right === "content.manage")?.places ?? [];
  const isAll = places.some(({ kind }) => kind === "platform");
  const ids = new Set(
    places.flatMap(({ kind, school_id }) =>
      (kind === "district" || kind === "school") && school_id !== null ? [school_id] : [],
    ),
  );
  const named = places.flatMap(({ kind, school_id, name }) =>
    (kind === "district" || kind === "school") && school_id !== null
      ? [{ value: school_id, label: kind === "district" ? `${name}（区域内所有学校）` : name }]
      : [],
  );
  const known = organisations
    .filter(({ parent_id }) => isAll || (parent_id !== null && ids.has(parent_id)))
    .map(({ id, kind, name }) => ({
      value: id,
      label: kind === "district" ? `${name}（区域内所有学校）` : name,
    }));
  const all = [
    ...(isAll ? [{ value: EVERYBODY, label: "所有人（全平台）" }] : []),
    ...named,
    ...known,
  ];
  return all.filter(({ value }, nth) => all.findIndex((one) => one.value === value) === nth);
}
