import type { FilePurpose, Right } from "#contract";
import { placesOf } from "../rights/rules.ts";
import type { SelfCaller } from "../session/caller.ts";
import type { FileRow } from "./queries.ts";

/** Rights, one of which is wanted for what is not one's own: icons of the catalogue, logos, covers of lessons. */
const RIGHTS_TO_PUT: Readonly<Partial<Record<FilePurpose, readonly Right[]>>> = {
  "app-icon": ["app.manage"],
  logo: ["settings.write", "school.write"],
  cover: ["content.manage"],
  media: ["content.manage"],
  notice: ["notice.send"],
};

/** Returns whether the caller may upload for a purpose: a picture of oneself and attachments anybody, else with a right held anywhere. */
export function canPutFile({ held }: SelfCaller, purpose: FilePurpose, now: Date): boolean {
  const wanted = RIGHTS_TO_PUT[purpose];
  return wanted === undefined || wanted.some((right) => placesOf(held, right, now).length > 0);
}

/** Purposes of what is attached to something, which says who reads it. */
const ATTACHED: readonly FilePurpose[] = ["feedback", "notice"];

export function isAttachment(purpose: FilePurpose): boolean {
  return ATTACHED.includes(purpose);
}

/**
 * Returns whether the caller may read a file: its owner; for avatars and icons anybody who is signed in and has the
 * address; for an attachment those who may read what it is attached to. A notice's is its owner's until it is attached, and
 * then the notice's alone. A lesson's medium has an address of its own.
 */
export async function canReadFile(
  { user_id }: SelfCaller,
  file: Pick<FileRow, "user_id" | "purpose" | "is_held" | "released_at">,
  mayReadAttachment: () => Promise<boolean>,
): Promise<boolean> {
  const { purpose, is_held, released_at } = file;
  const isOwn = file.user_id === user_id;
  if (isOwn && (purpose !== "notice" || (!is_held && released_at === null))) return true;
  if (purpose === "media") return false;
  return !isAttachment(purpose) || mayReadAttachment();
}
