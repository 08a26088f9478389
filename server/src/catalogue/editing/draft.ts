import {
  AUDIENCE_LISTS,
  type AppDraft,
  type AppEntry,
  type AudienceList,
  type ListedApp,
} from "#contract";
import { ENTRY_LISTS, type EntryList } from "../../database/tables/catalogue.ts";
import { listsOf, momentOf, type KeptApp } from "../entry.ts";
import type { EntryFault } from "../entry-faults.ts";
import type { CatalogueApp } from "../queries.ts";
import type { Audience } from "../rules.ts";

/** The fields that a new app must have. */
const WANTED = { name: "名称", category_id: "分类", launch: "种类", url: "地址" } as const;

/** Returns a fault for each field that an app cannot do without and the draft leaves empty. */
export function missingIn(draft: AppDraft): EntryFault[] {
  return (Object.keys(WANTED) as (keyof typeof WANTED)[])
    .filter((field) => (draft[field] ?? "").trim() === "")
    .map((path) => ({ path, message: `请填写${WANTED[path]}。` }));
}

/** Returns the audience that the entry would have, whichever other fields are still missing. */
export function audienceIn(kept: KeptApp | undefined, draft: AppDraft): Audience {
  const lists = Object.fromEntries(
    ENTRY_LISTS.map((list) => [list, kept?.[list] ?? []]),
  ) as unknown as Record<EntryList, string[]>;
  const { open_at = kept?.open_at?.toISOString(), close_at = kept?.close_at?.toISOString() } =
    draft;
  return {
    ...lists,
    ...listsOf(draft),
    shelf_state: draft.shelf_state ?? kept?.shelf_state ?? "shelf",
    off_school_ids: kept?.off_school_ids ?? [],
    district_id: draft.district_id === undefined ? (kept?.district_id ?? null) : draft.district_id,
    open_at: momentOf(open_at ?? null)?.getTime() ?? null,
    close_at: momentOf(close_at ?? null)?.getTime() ?? null,
  };
}

/** Returns a stored entry as the editor reads it: times as ISO text, and of the secret only its presence. */
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

/** Returns a line of the developers' table: lists are counted, and of the secret only its presence is told. */
export function listedApp(
  app: CatalogueApp,
  rules: ListedApp["rules"],
  may_edit: boolean,
): ListedApp {
  return {
    ...app,
    aliases: [...(app.aliases ?? [])],
    stage_ids: [...app.stage_ids],
    grade_ids: [...app.grade_ids],
    claims: [...app.claims],
    schools: app.school_ids.length,
    classes: app.class_ids.length,
    allowed: countIn(app, "allow_"),
    denied: countIn(app, "deny_"),
    open_at: isoTime(app.open_at),
    close_at: isoTime(app.close_at),
    updated_at: app.updated_at.toISOString(),
    settings: Object.keys(app.settings).sort(),
    has_secret: app.secret_hash !== null,
    may_edit,
    switched_off: rules.some(({ rule, passes }) => rule === "switched" && !passes),
    rules,
  };
}

function countIn(app: Readonly<Record<AudienceList, readonly string[]>>, prefix: string): number {
  return AUDIENCE_LISTS.filter((list) => list.startsWith(prefix))
    .map((list) => app[list].length)
    .reduce((sum, length) => sum + length, 0);
}

function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
