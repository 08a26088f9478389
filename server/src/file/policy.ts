import type { FilePurpose } from "#contract";
import type { SelfCaller } from "../session/caller.ts";

/** Icons are the catalogue's; a picture of oneself and an attachment are anybody's own. */
export function canPutFile({ permissions }: SelfCaller, purpose: FilePurpose): boolean {
  return purpose !== "app-icon" || permissions.includes("app.manage");
}

/**
 * The owner reads what is kept. Avatars and icons are shown to whoever is signed in and was given the address; an
 * attachment to those who may read what it is attached to.
 */
export async function canReadFile(
  { user_id }: SelfCaller,
  file: { user_id: string; purpose: FilePurpose },
  mayReadAttachment: () => Promise<boolean>,
): Promise<boolean> {
  if (file.user_id === user_id || file.purpose !== "feedback") return true;
  return mayReadAttachment();
}
