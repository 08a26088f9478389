import type { FilePurpose, Right } from "#contract";
import { placesOf } from "../rights/rules.ts";
import type { SelfCaller } from "../session/caller.ts";

/** Rights, one of which is wanted for what is not one's own: icons of the catalogue, logos, covers of lessons. */
const RIGHTS_TO_PUT: Readonly<Partial<Record<FilePurpose, readonly Right[]>>> = {
  "app-icon": ["app.manage"],
  logo: ["settings.write", "school.write"],
  cover: ["content.manage"],
  media: ["content.manage"],
};

/** A picture of oneself and an attachment are anybody's own; anything else wants a right, anywhere. */
export function canPutFile({ held }: SelfCaller, purpose: FilePurpose, now: Date): boolean {
  const wanted = RIGHTS_TO_PUT[purpose];
  return wanted === undefined || wanted.some((right) => placesOf(held, right, now).length > 0);
}

/**
 * Returns whether the caller may read a file: its owner; for avatars and icons anybody who is signed in and has the
 * address; for an attachment those who may read the thread it is attached to. A lesson's medium has an address of its
 * own.
 */
export async function canReadFile(
  { user_id }: SelfCaller,
  file: { user_id: string; purpose: FilePurpose },
  mayReadAttachment: () => Promise<boolean>,
): Promise<boolean> {
  if (file.user_id === user_id) return true;
  if (file.purpose === "media") return false;
  return file.purpose !== "feedback" || mayReadAttachment();
}
