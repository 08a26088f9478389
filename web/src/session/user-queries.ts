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
import { chosenChild, shownChild } from "./own-child.ts";
import { session } from "./session.ts";

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

/** Returns the child that a parent means; nothing for others (HO-01). */
export function meantChild() {
  const { user, identity } = session.getState();
  return identity === "parent" && user !== null
    ? shownChild(user, chosenChild.getState().id)
    : undefined;
}

/** Returns what a search says of the child whose grade comes first (SF-03). */
export function ofChild(): { child_id?: string } {
  const child = meantChild();
  return child === undefined ? {} : { child_id: child.id };
}
