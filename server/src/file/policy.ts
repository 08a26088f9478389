import type { FilePurpose } from "#contract";
import type { SelfCaller } from "../session/caller.ts";

/**
 * Returns whether the caller may upload for a purpose: icons need a right of the catalogue, avatars and attachments are
 * everybody's own.
 */
export function canPutFile({ permissions }: SelfCaller, purpose: FilePurpose): boolean {
  return purpose !== "app-icon" || permissions.includes("app.manage");
}

/**
 * Returns whether the caller may read a file: its owner; for avatars and icons anybody who is signed in and has the
 * address; for an attachment those who may read the thread it is attached to.
 */
export async function canReadFile(
  { user_id }: SelfCaller,
  file: { user_id: string; purpose: FilePurpose },
  mayReadAttachment: () => Promise<boolean>,
): Promise<boolean> {
  if (file.user_id === user_id || file.purpose !== "feedback") return true;
  return mayReadAttachment();
}
