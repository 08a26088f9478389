import { sql } from "kysely";
import {
  type createInvitation,
  type InputOf,
  type Invitation,
  spellInvitationCode,
} from "#contract";
import type { Queryable } from "../database/database.ts";
import type { MemberCaller } from "../session/caller.ts";
import { badField, Refusal } from "../http/refusal.ts";
import { stateOf, termsOf } from "./rules.ts";
import { addInvitation } from "./api.ts";
import { MAKER_STAYS } from "./queries.ts";
import { daysAfter } from "../platform/days.ts";

const MAX_LISTED = 200;

/**
 * Returns the condition on class `k` to which this person may invite: a manager to any of the school, others to those
 * they head.
 */
function own(caller: MemberCaller) {
  return sql<boolean>`(k.school_id = ${caller.school.id} and k.is_abled and (${isManager(caller)}
    or exists (select 1 from class_teacher ct where ct.school_id = k.school_id
      and ct.class_id = k.id and ct.user_id = ${caller.user_id} and ct.is_head)))`;
}

function isManager({ identity }: MemberCaller): boolean {
  return identity === "manager";
}

/** Returns the place that an invitation leads to; refuses one that is not the maker's as if it did not exist. */
async function placeOf(
  db: Queryable,
  caller: MemberCaller,
  { kind, class_id = "", child_id = "" }: InputOf<typeof createInvitation>,
): Promise<{ class_id: string | null; child_id: string | null }> {
  if (kind === "staff") {
    if (!isManager(caller)) throw new Refusal("notAllowed");
    return { class_id: null, child_id: null };
  }
  if (kind === "class") {
    const found = await db
      .selectFrom("class as k")
      .select("k.id")
      .where("k.id", "=", class_id)
      .where(own(caller))
      .executeTakeFirst();
    if (found === undefined) throw new Refusal("notFound");
    return { class_id: found.id, child_id: null };
  }
  const found = await db
    .selectFrom("class_student as cs")
    .innerJoin("class as k", (join) =>
      join.onRef("k.school_id", "=", "cs.school_id").onRef("k.id", "=", "cs.class_id"),
    )
    .innerJoin("membership as m", (join) =>
      join
        .onRef("m.school_id", "=", "cs.school_id")
        .onRef("m.user_id", "=", "cs.user_id")
        .on("m.identity", "=", "student")
        .on("m.is_abled", "=", true),
    )
    .select(["cs.class_id", "cs.user_id"])
    .where("cs.user_id", "=", child_id)
    .where(own(caller))
    .executeTakeFirst();
  if (found === undefined) throw new Refusal("notFound");
  return { class_id: found.class_id, child_id: found.user_id };
}

/** Makes an invitation with this id. */
export async function makeInvitation(
  db: Queryable,
  caller: MemberCaller,
  asked: InputOf<typeof createInvitation> & { id: string },
  now: Date,
): Promise<void> {
  const terms = termsOf(asked);
  if ("path" in terms) throw badField(terms.path, terms.message);
  const { identity, max_uses, days } = terms;
  const place = await placeOf(db, caller, asked);
  await addInvitation(db, {
    ...place,
    id: asked.id,
    school_id: caller.school.id,
    kind: asked.kind,
    identity,
    max_uses,
    created_by: caller.user_id,
    created_at: now,
    expires_at: daysAfter(now, days),
  });
}

/** Returns the invitations that this person may see, or the one of them that `id` names. */
export async function listInvitations(
  db: Queryable,
  caller: MemberCaller,
  now: Date,
  id?: string,
): Promise<Invitation[]> {
  const rows = await db
    .selectFrom("invitation as i")
    .leftJoin("class as k", (join) =>
      join.onRef("k.school_id", "=", "i.school_id").onRef("k.id", "=", "i.class_id"),
    )
    .leftJoin("user as c", "c.id", "i.child_id")
    .leftJoin("user as u", "u.id", "i.created_by")
    .selectAll("i")
    .select(["k.name as class_name", "c.name as child_name", "u.name as maker"])
    .select(MAKER_STAYS.as("maker_stays"))
    .where("i.school_id", "=", caller.school.id)
    .$if(!isManager(caller), (query) => query.where(own(caller)))
    .$if(id !== undefined, (query) => query.where("i.id", "=", id ?? ""))
    .orderBy("i.created_at", "desc")
    .orderBy("i.id")
    .limit(MAX_LISTED)
    .execute();
  return rows.map((row) => {
    const state = stateOf(row, now);
    return {
      id: row.id,
      code: state === "active" ? spellInvitationCode(row.code) : null,
      kind: row.kind,
      identity: row.identity,
      class: named(row.class_id, row.class_name),
      child: named(row.child_id, row.child_name),
      max_uses: row.max_uses,
      used: row.used,
      state,
      created_by: row.maker,
      created_at: row.created_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
    };
  });
}

/** Returns an invitation that this person may see; any other does not exist. */
export async function oneInvitation(
  db: Queryable,
  caller: MemberCaller,
  now: Date,
  id: string,
): Promise<Invitation> {
  const [found] = await listInvitations(db, caller, now, id);
  if (found === undefined) throw new Refusal("notFound");
  return found;
}

export async function revoke(
  db: Queryable,
  { school }: MemberCaller,
  id: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("invitation")
    .set({ revoked_at: now })
    .where("school_id", "=", school.id)
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function named(id: string | null, name: string | null) {
  return id === null ? null : { id, name: name ?? "" };
}
