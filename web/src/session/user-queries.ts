import {
  PAGE_USER_FIELDS,
  readApps,
  readUserDetail,
  type AppsAnswer,
  type Identity,
  type School,
  type User,
} from "#contract";
import { send, type SendOptions } from "../api/client.ts";
import { childNow } from "./own-child.ts";

/** The person as seen under an identity, or under the one the server holds current (ID-01). */
export function readUser(identity: Identity | null, options: SendOptions = {}): Promise<User> {
  const fields = PAGE_USER_FIELDS;
  return send(readUserDetail, identity === null ? { fields } : { identity, fields }, options);
}

/** Keys of the queries that hold an identity's apps start with this. */
export const APPS_QUERY = "apps:";

/** The apps of an identity, and those of everybody (AP-05). */
export function readOwnApps(identity: Identity, options: SendOptions): Promise<AppsAnswer> {
  return send(readApps, { identity: `${identity},all` }, options);
}

/** Every membership of the person, with its state (ID-03). */
export async function readAllSchools(options: SendOptions = {}): Promise<School[]> {
  const { schools } = await send(readUserDetail, { identity: "all", fields: "schools" }, options);
  return schools ?? [];
}

/** Returns what a search says of the child whose grade comes first (SF-03). */
export function ofChild(): { child_id?: string } {
  const child = childNow();
  return child === undefined ? {} : { child_id: child.id };
}
