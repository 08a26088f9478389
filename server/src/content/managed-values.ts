import {
  CONTENT_FIELDS,
  type ContentChange,
  type ContentConflict,
  type ContentValues,
  KEYWORD_SEPARATOR,
  KEYWORD_SIGNS,
  type Media,
  MEDIA_TYPES,
} from "#contract";
import { withoutControls } from "../platform/control-characters.ts";
import type { ContentToSave } from "./content-faults.ts";

/** An item's stored fields, without its key. */
type Item = Omit<ContentToSave, "published_at" | "views">;

export const NEW_ITEM: Omit<Item, "id" | "school_id" | "state"> = {
  type_id: "",
  title: "",
  description: "",
  cover: "",
  stage_id: "",
  grade_id: "",
  subject_id: "",
  author: "",
  source: "",
  keywords: [],
  sections: [],
  media: [],
};

/** Returns an item's fields as the page changes them: what does not fit into a text is absent. */
export function valuesOf(item: Item): ContentValues {
  const { title, type_id, description, stage_id, grade_id, subject_id, author, source, cover } =
    item;
  const [section, ...furtherSections] = item.sections;
  const isPlain = furtherSections.length === 0 && (section?.title ?? "") === "";
  const [medium, ...furtherMedia] = item.media;
  const isOne =
    furtherMedia.length === 0 &&
    (medium === undefined || (medium.poster === null && medium.captions.length === 0));
  return {
    ...{ title, type_id, description, stage_id, grade_id, subject_id, author, source, cover },
    keywords: item.keywords.join(KEYWORD_SEPARATOR),
    ...(isPlain && { text: section?.text ?? "" }),
    ...(isOne && {
      media_type: medium?.type ?? "",
      media_url: medium?.url ?? "",
      media_name: medium?.name ?? "",
    }),
  };
}

/** Returns the item with these values in place of its own. */
export function withValues<I extends Item>(item: I, values: ContentValues): I {
  const now = { ...valuesOf(item), ...values };
  const { keywords = "", text, media_type, media_url, media_name, ...texts } = now;
  const words = keywords.split(KEYWORD_SIGNS).map((word) => word.trim());
  return {
    ...item,
    ...texts,
    ...(values.keywords !== undefined && {
      keywords: [...new Set(words.filter((word) => word !== ""))],
    }),
    ...(values.text !== undefined && { sections: text === "" ? [] : [{ title: "", text }] }),
    ...((values.media_type ?? values.media_url ?? values.media_name) !== undefined && {
      media: mediaOf(item.media[0], { media_type, media_url, media_name }, now.title ?? ""),
    }),
  };
}

type MediaValues = Partial<Record<"media_type" | "media_url" | "media_name", string | undefined>>;

/** Returns the one medium; nothing but its kind and name is kept when it comes from elsewhere. */
function mediaOf(
  before: Media | undefined,
  { media_type = "", media_url = "", media_name = "" }: MediaValues,
  title: string,
): Media[] {
  if (media_url === "") return [];
  // any other word is a fault of the item
  const type = (MEDIA_TYPES.find((one) => one === media_type) ?? media_type) as Media["type"];
  const kept = before?.url === media_url && before.type === type ? before : undefined;
  const plain = { mime: "", size: null, seconds: null, poster: null, captions: [] };
  return [{ id: "media-1", ...plain, ...kept, type, url: media_url, name: media_name || title }];
}

/** Returns a text as it is stored: only bodies have several lines. */
export function cleanValues(values: ContentValues): ContentValues {
  return Object.fromEntries(
    CONTENT_FIELDS.flatMap((field) => {
      const value = values[field];
      if (value === undefined) return [];
      const text = withoutControls(value).normalize("NFC").replaceAll("\r\n", "\n").trim();
      const hasLines = field === "text" || field === "description" || field === "keywords";
      return [[field, hasLines ? text : text.replaceAll(/\s+/g, " ")]];
    }),
  );
}

/** Returns the fields whose value is no longer the one that was changed, except those that have the wanted one. */
export function conflictsOf(
  changes: readonly ContentChange[],
  now: ContentValues,
): ContentConflict[] {
  return changes.flatMap(({ field, before, after }) => {
    const theirs = now[field] ?? "";
    return theirs === before || theirs === after ? [] : [{ field, theirs }];
  });
}
