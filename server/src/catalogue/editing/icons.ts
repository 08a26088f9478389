import type { FastifyInstance } from "fastify";
import { type AppDraft, fileKeyOf } from "#contract";
import type { Queryable } from "../../database/database.ts";
import type { SelfCaller } from "../../session/caller.ts";
import { Refusal } from "../../http/refusal.ts";
import type { EntryFault } from "../entry-faults.ts";

type Files = FastifyInstance["files"];
interface Icons {
  icon: string;
  icon_mono: string;
}

const NO_ICON = "图标应为平台已有的图标，或刚上传的图片。";
const PLACES = ["icon", "icon_mono"] as const;
/** Matches a picture of the platform's own. */
const OWN_PICTURE = /^icons\/(?:[\w-]+\/)*[\w-]+\.(?:svg|png)$/;

/** Returns the faults of the given icons: each must be one of the platform's own, one kept already, a file, or none. */
export function iconFaults(draft: AppDraft, kept: Icons | undefined): EntryFault[] {
  return PLACES.filter((place) => {
    const given = draft[place];
    if (given === undefined || given === "" || given === kept?.[place]) return false;
    return !OWN_PICTURE.test(given) && fileKeyOf(given) === undefined;
  }).map((path) => ({ path, message: NO_ICON }));
}

/** Inspects new icon files, before anything is written. */
export async function finishIcons(
  files: Files,
  { user_id }: SelfCaller,
  draft: AppDraft,
  kept: Icons | undefined,
): Promise<void> {
  for (const path of PLACES) {
    const key = draft[path] === kept?.[path] ? undefined : fileKeyOf(draft[path] ?? "");
    if (key === undefined) continue;
    try {
      await files.finish(user_id, key);
    } catch (error) {
      if (!(error instanceof Refusal) || error.refusal !== "notFound") throw error;
      const errors = [{ path, message: NO_ICON }];
      throw new Refusal("badInput", { msg: NO_ICON, data: { errors } });
    }
  }
}

/** Marks an app's new icons as referred to, and releases its old ones. */
export async function holdIcons(
  trx: Queryable,
  files: Files,
  { user_id }: SelfCaller,
  entry: Icons,
  kept: Icons | undefined,
): Promise<void> {
  const before = keysOf(kept);
  const after = keysOf(entry);
  const fresh = after.filter((key) => !before.includes(key));
  await files.hold(trx, { user_id, purpose: "app-icon" }, fresh);
  await files.release(
    trx,
    before.filter((key) => !after.includes(key)),
  );
}

/** Releases the icons of an app that is deleted. */
export function releaseIcons(trx: Queryable, files: Files, kept: Icons): Promise<void> {
  return files.release(trx, keysOf(kept));
}

function keysOf(icons: Icons | undefined): string[] {
  const keys = PLACES.map((place) => fileKeyOf(icons?.[place] ?? ""));
  return [...new Set(keys)].filter((key) => key !== undefined);
}
