import type { Selectable } from "kysely";
import { AUDIENCE_LISTS, type AppDraft, type AppEntry, type AppSettings } from "#contract";
import type { AppTable } from "../../database/tables/catalogue.ts";
import { opening } from "../by-kind.ts";
import type { EntryFault } from "../entry-faults.ts";
import type { Audience } from "../rules.ts";
import type { AppToSave } from "../upsert-catalogue.ts";

export type KeptApp = Selectable<AppTable>;

const LISTS = [
  "roles",
  "clients",
  "school_ids",
  "stage_ids",
  "grade_ids",
  "class_ids",
  "claims",
] as const;
type List = (typeof LISTS)[number] | (typeof AUDIENCE_LISTS)[number];

/** What a new app cannot be without. */
const WANTED = { name: "名称", category_id: "分类", launch: "种类", url: "地址" } as const;

export function missingIn(draft: AppDraft): EntryFault[] {
  return (Object.keys(WANTED) as (keyof typeof WANTED)[])
    .filter((field) => (draft[field] ?? "").trim() === "")
    .map((path) => ({ path, message: `请填写${WANTED[path]}。` }));
}

/** The entry as it is to be kept: what was kept with what is given laid over it. A new one must not be missing anything. */
export function mergeDraft(id: string, kept: KeptApp | undefined, draft: AppDraft): AppToSave {
  const {
    secret_hash: _s,
    revision: _r,
    created_at: _c,
    updated_at: _u,
    ...before
  } = kept ?? blank(draft);
  const { id: _i, revision: _v, open_at, close_at, settings, ...columns } = draft;
  const launch = draft.launch ?? before.launch;
  const entry: AppToSave = {
    ...before,
    ...columns,
    ...listsOf(draft),
    id,
    name: (draft.name ?? before.name).trim(),
    url: (draft.url ?? before.url).trim(),
    launch,
    opens_in: opening(launch, draft.opens_in ?? before.opens_in),
    settings: settingsOf(id, launch, kept, settings),
  };
  if (open_at !== undefined) entry.open_at = momentOf(open_at);
  if (close_at !== undefined) entry.close_at = momentOf(close_at);
  // its reading follows a new name
  if (kept?.name !== entry.name && draft.pinyin === undefined) delete entry.pinyin;
  if (entry.pinyin === "") delete entry.pinyin;
  return entry;
}

/** Whom the entry would be for, whatever else is still missing. */
export function audienceIn(kept: KeptApp | undefined, draft: AppDraft): Audience {
  const lists = Object.fromEntries(
    [...LISTS, ...AUDIENCE_LISTS].map((list) => [list, kept?.[list] ?? []]),
  ) as Record<List, string[]>;
  const { open_at = kept?.open_at?.toISOString(), close_at = kept?.close_at?.toISOString() } =
    draft;
  return {
    ...lists,
    ...listsOf(draft),
    district_id: draft.district_id === undefined ? (kept?.district_id ?? null) : draft.district_id,
    open_at: momentOf(open_at ?? null)?.getTime() ?? null,
    close_at: momentOf(close_at ?? null)?.getTime() ?? null,
  };
}

export function entryOf({ secret_hash, created_at: _, ...app }: KeptApp): AppEntry {
  return {
    ...app,
    open_at: app.open_at?.toISOString() ?? null,
    close_at: app.close_at?.toISOString() ?? null,
    updated_at: app.updated_at.toISOString(),
    settings: app.settings as Record<string, unknown>,
    has_secret: secret_hash !== null,
  };
}

/** A form sends an empty list as one empty word. */
function listsOf(draft: AppDraft): Partial<Record<List, string[]>> {
  const given = [...LISTS, ...AUDIENCE_LISTS].filter((list) => draft[list] !== undefined);
  return Object.fromEntries(
    given.map((list) => [list, [...new Set(draft[list])].filter((word) => word !== "")]),
  );
}

function settingsOf(
  id: string,
  launch: KeptApp["launch"],
  kept: KeptApp | undefined,
  given: Record<string, unknown> | undefined,
): AppSettings {
  const settings = given ?? (kept?.launch === launch ? kept.settings : {});
  const own = launch === "lti" && Object.keys(settings).length > 0 ? { deployment_id: id } : {};
  return { ...own, ...settings };
}

function momentOf(text: string | null): Date | null {
  return text === null || text === "" ? null : new Date(text);
}

function blank(draft: AppDraft): Omit<AppToSave, "id"> & Partial<KeptApp> {
  const { name = "", category_id = "", launch = "link", url = "" } = draft;
  return { name, category_id, launch, url, icon: "", icon_mono: "" };
}
