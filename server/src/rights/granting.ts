import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  bundleRightsAt,
  COMMON_BUNDLES,
  type endGrant,
  type giveGrant,
  type GrantBundle,
  type InputOf,
  isOffered,
  isRight,
  type makeBundle,
  type Right,
  RIGHT_NAMES,
  RIGHTS,
  rightsAtPlace,
  separateRightsOf,
} from "#contract";
import type { Queryable } from "../database/database.ts";
import { badField, Refusal } from "../http/refusal.ts";
import { requireName } from "../http/require-name.ts";
import { notifyPeople } from "../person-notice/api.ts";
import type { RightsCaller } from "../session/caller.ts";
import { type Separation, separationOf } from "./duties.ts";
import { insertGrant, markGrantEnded } from "./grants.ts";
import { othersWith, placePathAt } from "./queries.ts";
import { notGivable, notGivableApart } from "./not-givable.ts";
import { decide, type Held, placesOf, type Scope, placePathOf } from "./rules.ts";
import { refuseMixed, requireSeparateDuties } from "./require-separate-duties.ts";
import { membershipWithin, schoolWithin } from "./scope-sql.ts";
import { sql } from "kysely";

/**
 * Returns the bundles that the caller can choose from: those of every platform, and those of the organisations in the
 * scope and above it. Where the duties are apart, with the rights that they have then.
 */
export async function knownBundles(
  db: Queryable,
  scope: Scope,
  isSeparate: boolean,
): Promise<GrantBundle[]> {
  const own = await db
    .selectFrom("right_bundle as b")
    .select(["b.id", "b.name", "b.sentence", "b.rights", "b.place_kinds"])
    .where("b.retired_at", "is", null)
    .where(({ or, exists, selectFrom }) =>
      or([
        sql<boolean>`b.owner_school_id is null`,
        schoolWithin(scope, sql.ref("b.owner_school_id")),
        exists(
          selectFrom("school as s")
            .select("s.id")
            .whereRef("s.parent_id", "=", "b.owner_school_id")
            .where(schoolWithin(scope, sql.ref("s.id"))),
        ),
      ]),
    )
    .orderBy("b.name")
    .execute();
  return [
    ...COMMON_BUNDLES.filter(({ id }) => isOffered(id, isSeparate)).map((bundle) => {
      const apart = isSeparate ? separateRightsOf(bundle.id) : undefined;
      return apart === undefined ? bundle : { ...bundle, rights: [...apart] };
    }),
    ...own.map(({ rights, ...bundle }) => ({
      ...bundle,
      rights: rights.filter(isRight),
      is_own: true,
    })),
  ];
}

/** Lists the rights that a person may give one by one, somewhere: those held, or of every duty where these are apart. */
export function rightsToGive(held: readonly Held[], { isSeparate, now }: Separation): Right[] {
  if (!isSeparate) return RIGHTS.filter((right) => placesOf(held, right, now).length > 0);
  const places = placesOf(held, "grant.give", now);
  return RIGHTS.filter((right) => places.some(({ kind }) => rightsAtPlace(kind).includes(right)));
}

/** Returns the bundle of this id, in use or retired. */
export async function bundleOf(db: Queryable, id: string): Promise<GrantBundle | undefined> {
  const found = await db
    .selectFrom("right_bundle")
    .select(["id", "name", "sentence", "rights", "place_kinds"])
    .where("id", "=", id)
    .executeTakeFirst();
  return found && { ...found, rights: found.rights.filter(isRight), is_own: true };
}

/** Makes a bundle of rights with this id, all of which its maker may give at the organisation that it is for. */
export async function addBundle(
  app: FastifyInstance,
  request: FastifyRequest,
  caller: RightsCaller,
  { id, school_id, name, sentence, rights }: InputOf<typeof makeBundle> & { id: string },
): Promise<GrantBundle> {
  const tree = await app.organisations.tree();
  const { isSeparate, now } = separationOf(app);
  const organisation = tree.get(school_id);
  const placePath = placePathOf({ kind: "school", school_id, part_id: "" }, tree);
  if (organisation === undefined || !decide(caller.held, "grant.give", placePath, now).may) {
    throw new Refusal("notFound");
  }
  const beyond = isSeparate ? notGivableApart : notGivable;
  refuseNotGivable(beyond(caller.held, rights, { placePath, until: null, now }));
  if (isSeparate) refuseMixed(rights, "一个权限组");
  const place_kinds =
    organisation.kind === "district"
      ? (["district", "school", "grade", "class"] as const)
      : (["school", "grade", "class"] as const);
  const bundle = {
    ...{ id, name: requireName(name, "权限组的名称"), sentence: sentence.trim() },
    rights: [...new Set(rights)],
  };
  await app.db.transaction().execute(async (trx) => {
    await trx
      .insertInto("right_bundle")
      .values({
        ...bundle,
        place_kinds: [...place_kinds],
        owner_school_id: school_id,
        created_by: caller.user_id,
        created_at: now,
        retired_at: null,
      })
      .execute();
    const detail = { step: "bundle-make", rights };
    const object = { kind: "bundle", id };
    await app.audit.record(request, { action: "grant-change", object, detail }, trx);
  });
  return { ...bundle, place_kinds: [...place_kinds], is_own: true };
}

/** Retires a bundle: it can no longer be given; its holders keep it. */
export async function markBundleRetired(
  app: FastifyInstance,
  request: FastifyRequest,
  { scope }: RightsCaller,
  id: string,
): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("right_bundle")
      .set({ retired_at: app.now() })
      .where("id", "=", id)
      .where("retired_at", "is", null)
      .where(schoolWithin(scope, sql.ref("owner_school_id")))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Refusal("notFound");
    const object = { kind: "bundle", id };
    const detail = { step: "bundle-retire" };
    await app.audit.record(request, { action: "grant-change", object, detail }, trx);
  });
}

/**
 * Grants a person a right or a bundle at a place, within the giver's own rights (GR-03); the grant gets this id.
 *
 * @throws Refusal `notFound` for a place or person outside the scope, `notAllowed` beyond the giver's rights, `badInput`
 */
export async function grantRight(
  app: FastifyInstance,
  request: FastifyRequest,
  caller: RightsCaller,
  input: InputOf<typeof giveGrant> & { id: string },
): Promise<void> {
  const { id, user_id, bundle_id, right, place } = input;
  const separation = separationOf(app);
  const { isSeparate, now } = separation;
  const until = input.until === undefined ? null : new Date(input.until);
  if (until !== null && until <= now) throw badField("until", "到期时间须在现在以后");
  if ((bundle_id === undefined) === (right === undefined)) {
    throw badField("bundle_id", "请选一个权限组，或者一项权限");
  }
  const tree = await app.organisations.tree();
  await app.db.transaction().execute(async (trx) => {
    const rests = await restingOn(trx, caller.scope, user_id);
    const placePath = await placePathAt(trx, place, tree);
    if (placePath === undefined || !decide(caller.held, "grant.give", placePath, now).may) {
      throw new Refusal("notFound");
    }
    const bundles =
      bundle_id === undefined ? [] : await knownBundles(trx, caller.scope, isSeparate);
    const bundle = bundles.find(({ id }) => id === bundle_id);
    if (bundle_id !== undefined && bundle === undefined) throw new Refusal("notFound");
    if (bundle !== undefined && !bundle.place_kinds.includes(place.kind)) {
      throw badField("place", `“${bundle.name}”不能授予到这样的范围`);
    }
    const single = right === undefined ? [] : [right];
    const rights =
      bundle === undefined ? single : bundleRightsAt(bundle.id, bundle.rights, place.kind);
    const beyond = isSeparate ? notGivableApart : notGivable;
    refuseNotGivable(beyond(caller.held, rights, { placePath, until, now }));
    if (isSeparate) await requireSeparateDuties(trx, caller, { user_id, rights }, separation);
    await insertGrant(trx, {
      ...{ id, user_id, right_name: right ?? null, bundle_id: bundle_id ?? null },
      ...{ place_kind: place.kind, school_id: place.school_id, part_id: place.part_id, until },
      ...{ given_by: caller.user_id, created_at: now, ...rests },
    });
    const detail = { step: "give", rights, place: place.kind, part: place.part_id };
    const object = { kind: "grant", id };
    const event = { action: "grant-change", subject_id: user_id, object, detail } as const;
    await app.audit.record(request, event, trx);
    const told = { bundle: bundle_id ?? null, right: right ?? null, school_id: place.school_id };
    await notifyPeople(trx, { by: caller.user_id, now }, [
      { user_id, kind: "right-given", detail: { ...told, until: until?.toISOString() ?? null } },
    ]);
  });
  app.sessions.forget(user_id);
}

/** Returns the membership in the scope with which a grant ends: one of staff, the person's first. */
async function restingOn(trx: Queryable, scope: Scope, userId: string) {
  const { rows } = await sql<{ school_id: string; identity: string; is_staff: boolean }>`
    select m.school_id, m.identity, m.identity not in ('student', 'parent') as is_staff
    from membership m join school s on s.id = m.school_id and s.is_abled
    join "user" u on u.id = m.user_id and u.is_abled
    where m.user_id = ${userId} and m.is_abled and ${membershipWithin(scope, "m")}
    order by is_staff desc, m.sort, m.school_id limit 1`.execute(trx);
  const [first] = rows;
  if (first === undefined) throw new Refusal("notFound");
  if (!first.is_staff) throw badField("user_id", "管理权限只能授予教职工");
  return { rests_on_school_id: first.school_id, rests_on_identity: first.identity };
}

/** The key of the advisory lock that serialises revocations; any number, the same on every node. */
const ENDING_LOCK = 7_100_055;

/** Revokes a grant within the scope; refuses (`notAllowed`) where nobody could give rights there afterwards (GR-03). */
export async function revokeGrant(
  app: FastifyInstance,
  request: FastifyRequest,
  caller: RightsCaller,
  { grant_id, why }: InputOf<typeof endGrant>,
): Promise<void> {
  const tree = await app.organisations.tree();
  const separation = separationOf(app);
  const { now } = separation;
  const ended = await app.db.transaction().execute(async (trx) => {
    // of two who take each other's away at once, the second is the last
    await sql`select pg_advisory_xact_lock(${ENDING_LOCK})`.execute(trx);
    const grant = await trx
      .selectFrom("right_grant")
      .select(["user_id", "place_kind", "school_id", "part_id", "right_name", "bundle_id"])
      .where("id", "=", grant_id)
      .where("ended_at", "is", null)
      .forUpdate()
      .executeTakeFirst();
    const place = grant && { ...grant, kind: grant.place_kind };
    const placePath = place && (await placePathAt(trx, place, tree));
    if (grant === undefined || placePath === undefined) throw new Refusal("notFound");
    if (!decide(caller.held, "grant.give", placePath, now).may) throw new Refusal("notFound");
    const left = { placePath, right: "grant.give", without: grant_id } as const;
    if (!(await othersWith(trx, left, separation))) {
      throw new Refusal("notAllowed", { msg: "这是这个范围里最后一个可以授权的人，不能收回" });
    }
    await markGrantEnded(trx, grant_id, { by: caller.user_id, why: why?.trim() || null, now });
    const object = { kind: "grant", id: grant_id };
    const detail = { step: "end" };
    const event = { action: "grant-change", subject_id: grant.user_id, object, detail } as const;
    await app.audit.record(request, event, trx);
    const { user_id, school_id, bundle_id: bundle, right_name: right } = grant;
    await notifyPeople(trx, { by: caller.user_id, now }, [
      { user_id, kind: "right-taken", detail: { bundle, right, school_id } },
    ]);
    return user_id;
  });
  app.sessions.forget(ended);
}

function refuseNotGivable(rights: readonly Right[]): void {
  if (rights.length === 0) return;
  const names = rights.map((right) => `“${RIGHT_NAMES[right].name}”`).join("、");
  throw new Refusal("notAllowed", { msg: `您在这个范围里没有的权限，不能授予别人：${names}` });
}
