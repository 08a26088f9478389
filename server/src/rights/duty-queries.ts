import { sql } from "kysely";
import { BUNDLES, type BundleId, DUTIES, type Duty, DUTY_OF_RIGHT, RIGHTS } from "#contract";
import type { Queryable } from "../database/database.ts";
import { dutiesOf, dutiesOfAll, type Separation } from "./duties.ts";
import { heldOf, type HolderRow, holdersWithin } from "./queries.ts";
import type { Scope } from "./rules.ts";
import { schoolWithin } from "./scope-sql.ts";

/** Rights that no identity brings where the duties are apart: whoever has those of two duties was given one of these. */
const CONTROLS = RIGHTS.filter((right) =>
  ["security", "audit"].includes(DUTY_OF_RIGHT[right] ?? ""),
);
const CONTROL_BUNDLES = (Object.keys(BUNDLES) as BundleId[]).filter((id) =>
  BUNDLES[id].rights.some((right) => CONTROLS.includes(right)),
);

/** Returns everybody who has the rights of two duties, of whom none is in force. Must see every school. */
export async function peopleInConflict(
  db: Queryable,
  separation: Separation,
): Promise<HolderRow[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct g.user_id from right_grant g left join right_bundle b on b.id = g.bundle_id
    where g.ended_at is null and (g.until is null or g.until > ${separation.now})
      and (g.right_name = any (${CONTROLS}::text[]) or g.bundle_id = any (${CONTROL_BUNDLES}::text[])
        or b.rights && ${CONTROLS}::text[])`.execute(db);
  const found = await heldOf(
    db,
    rows.map(({ user_id }) => user_id),
    separation,
  );
  return found.filter(({ suspended }) => suspended.length > 0);
}

/**
 * Returns whether a person has rights that count for a duty, in force or taken out of force beside those of another duty
 * (GR-07). Must see every school.
 */
export async function hasDuty(
  db: Queryable,
  userId: string,
  separation: Separation,
): Promise<boolean> {
  const [found] = await heldOf(db, [userId], separation);
  const claimed = found === undefined ? [] : [...found.held, ...found.suspended];
  return dutiesOfAll(claimed, separation.now).length > 0;
}

/** The kinds of places whose administrators are named by duty: a grade's and a class's are many, and help there. */
const NAMED_AT = ["platform", "district", "school"];

/**
 * Returns who has each duty in force: at one district or school, or else on the platform and in the districts of the
 * scope. Must see every school.
 */
export async function holdersByDuty(
  db: Queryable,
  { scope, school_id }: { scope: Scope; school_id?: string | undefined },
  separation: Separation,
): Promise<Map<Duty, HolderRow[]>> {
  const ids =
    school_id === undefined
      ? await grantedAbove(db, scope)
      : await holdersWithin(db, scope, school_id);
  const found = await heldOf(db, ids, separation);
  const isHere = ({ kind, school_id: at }: HolderRow["held"][number]["place"]) =>
    school_id === undefined
      ? kind === "platform" || kind === "district"
      : at === school_id && NAMED_AT.includes(kind);
  const holders = new Map<Duty, HolderRow[]>();
  for (const duty of DUTIES) {
    const of = found.map((holder) => ({
      ...holder,
      held: holder.held.filter(
        (one) => isHere(one.place) && dutiesOf(one, separation.now).includes(duty),
      ),
    }));
    holders.set(
      duty,
      of.filter(({ held }) => held.length > 0),
    );
  }
  return holders;
}

/** Returns whoever was given something on the platform or in a district of the scope; identities bring no duty there. */
async function grantedAbove(db: Queryable, scope: Scope): Promise<string[]> {
  const at =
    scope.kind === "all"
      ? sql<boolean>`true`
      : sql<boolean>`(g.place_kind = 'district' and ${schoolWithin(scope, sql.ref("g.school_id"))})`;
  const { rows } = await sql<{ user_id: string }>`
    select distinct g.user_id from right_grant g
    where g.ended_at is null and g.place_kind in ('platform', 'district') and ${at}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
