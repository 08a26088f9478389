import {
  type Bundle,
  BUNDLE_OF_IDENTITY,
  bundleRightsAt,
  BUNDLES,
  type Identity,
  type Place,
  type Right,
  rightsOfBundle,
  separateRightsOf,
} from "#contract";
import { type Holdings, suspendMixedDuties, type Separation } from "./duties.ts";

/** The reason why a person has a right. */
export type Source = "identity" | "head-teacher" | "grant";

/** Rights that a person has at one place, for one reason. */
export interface Held {
  rights: readonly Right[];
  place: Place;
  /** The end; null: without end. */
  until: Date | null;
  source: Source;
  /** The bundle's name; null for a single right. */
  bundle: string | null;
  /** The grant's id; null for rights of an identity. */
  grant_id: string | null;
}

/** The part of a membership that rights depend on. */
export interface RightsMembership {
  /** The district or school. */
  id: string;
  identity: Identity;
  is_abled: boolean;
  headed_classes: readonly string[];
}

/** A grant that has not ended, as a session's record carries it. */
export interface ActiveGrant {
  id: string;
  right_name: string | null;
  bundle_id: string | null;
  /** The name of an organisation's own bundle; null for bundles of every platform. */
  bundle_name: string | null;
  bundle_rights: string[] | null;
  place_kind: Place["kind"];
  school_id: string | null;
  part_id: string;
  /** The end as ISO 8601; null: without end. */
  until: string | null;
}

/** A place with the places that contain it; the platform's is empty. */
export interface PlacePath {
  district_id: string | null;
  /** The district or school; null for the platform. */
  school_id: string | null;
  grade_id: string | null;
  class_id: string | null;
}

/** Districts and schools by id. */
export type Organisations = ReadonlyMap<
  string,
  { kind: "district" | "school"; parent_id: string | null }
>;

export const PLATFORM: Place = { kind: "platform", school_id: null, part_id: "" };

/**
 * Lists the rights of a person: by identities, by classes headed, and by grants (GR-01, GR-02). A disabled membership
 * brings none; where the duties are apart, the rights of two are none (GR-07).
 */
export function heldBy(
  memberships: readonly RightsMembership[],
  grants: readonly ActiveGrant[],
  separation: Separation,
): Held[] {
  return holdingsBy(memberships, grants, separation).held;
}

/** Lists the rights of a person, those in force and those that are not. */
export function holdingsBy(
  memberships: readonly RightsMembership[],
  grants: readonly ActiveGrant[],
  separation: Separation,
): Holdings {
  const { isSeparate } = separation;
  const claimed: Held[] = [];
  for (const { id, identity, is_abled, headed_classes } of memberships) {
    if (!is_abled) continue;
    const brings = BUNDLE_OF_IDENTITY[identity];
    if (brings !== undefined) {
      const place: Place =
        brings.kind === "platform" ? PLATFORM : { kind: brings.kind, school_id: id, part_id: "" };
      const { name } = BUNDLES[brings.bundle];
      const rights = bundleRights(brings.bundle, null, { place, isSeparate });
      claimed.push(ofBundle({ name, rights }, place, "identity"));
    }
    if (identity !== "teacher" && identity !== "manager") continue;
    for (const part_id of headed_classes) {
      const place: Place = { kind: "class", school_id: id, part_id };
      claimed.push(ofBundle(BUNDLES.head_teacher, place, "head-teacher"));
    }
  }
  for (const grant of grants) claimed.push(ofGrant(grant, isSeparate));
  return suspendMixedDuties(claimed, separation);
}

function ofBundle(
  { name, rights }: Pick<Bundle, "name" | "rights">,
  place: Place,
  source: Source,
): Held {
  return { rights, place, until: null, source, bundle: name, grant_id: null };
}

function ofGrant(grant: ActiveGrant, isSeparate: boolean): Held {
  const { right_name, bundle_id, bundle_name, place_kind, school_id, part_id } = grant;
  const known = (BUNDLES as Readonly<Record<string, Bundle>>)[bundle_id ?? ""];
  const place: Place = { kind: place_kind, school_id, part_id };
  return {
    rights:
      bundle_id === null
        ? rightsOfBundle("", [right_name ?? ""])
        : bundleRights(bundle_id, grant.bundle_rights, { place, isSeparate }),
    place,
    until: grant.until === null ? null : new Date(grant.until),
    source: "grant",
    bundle: bundle_id === null ? null : (known?.name ?? bundle_name),
    grant_id: grant.id,
  };
}

/** Returns the rights that a bundle means at a place. */
function bundleRights(
  id: string,
  own: readonly string[] | null,
  { place, isSeparate }: { place: Place; isSeparate: boolean },
): readonly Right[] {
  const rights = (isSeparate ? separateRightsOf(id) : undefined) ?? rightsOfBundle(id, own);
  return bundleRightsAt(id, rights, place.kind);
}

/** Returns whether a place is another or lies in it. */
export function contains(place: Place, placePath: PlacePath): boolean {
  switch (place.kind) {
    case "platform":
      return true;
    case "district":
      return placePath.school_id === place.school_id || placePath.district_id === place.school_id;
    case "school":
      return placePath.school_id === place.school_id;
    case "grade":
      return placePath.school_id === place.school_id && placePath.grade_id === place.part_id;
    case "class":
      return placePath.school_id === place.school_id && placePath.class_id === place.part_id;
  }
}

/** The decision, with the right that it rests on (GR-04). */
export type Decision =
  | { may: true; because: Held }
  /** `nearest` is the right that would have sufficed but for its place or its end. */
  | { may: false; nearest: Held | undefined };

/** Decides whether the rights held allow a person an act at a place; every other answer about rights comes from here. */
export function decide(
  held: readonly Held[],
  right: Right,
  placePath: PlacePath,
  now: Date,
): Decision {
  let nearest: Held | undefined;
  for (const one of held) {
    if (!one.rights.includes(right)) continue;
    if (isOver(one, now)) nearest ??= one;
    else if (contains(one.place, placePath)) return { may: true, because: one };
    else nearest = one;
  }
  return { may: false, nearest };
}

function isOver({ until }: Held, now: Date): boolean {
  return until !== null && until <= now;
}

/** Lists the places at which a person has a right now. */
export function placesOf(held: readonly Held[], right: Right, now: Date): Place[] {
  return held
    .filter((one) => one.rights.includes(right) && !isOver(one, now))
    .map(({ place }) => place);
}

/** The places of a right, for queries: everything, or schools, grades and classes. It agrees with `decide`. */
export type Scope =
  | { kind: "all" }
  | {
      kind: "parts";
      /** Districts and schools; the schools of a district are among them. */
      schools: readonly string[];
      grades: readonly { school_id: string; grade_id: string }[];
      classes: readonly { school_id: string; class_id: string }[];
    };

/** Returns the places at which a person has a right now, for queries; undefined where nowhere. */
export function scopeOf(
  held: readonly Held[],
  right: Right,
  organisations: Organisations,
  now: Date,
): Scope | undefined {
  const places = placesOf(held, right, now);
  if (places.length === 0) return undefined;
  if (places.some(({ kind }) => kind === "platform")) return { kind: "all" };
  const schools = new Set<string>();
  const districts = new Set<string>();
  const grades: { school_id: string; grade_id: string }[] = [];
  const classes: { school_id: string; class_id: string }[] = [];
  for (const { kind, school_id, part_id } of places) {
    if (school_id === null) continue;
    if (kind === "grade") grades.push({ school_id, grade_id: part_id });
    else if (kind === "class") classes.push({ school_id, class_id: part_id });
    else schools.add(school_id);
    if (kind === "district") districts.add(school_id);
  }
  if (districts.size > 0) {
    for (const [id, { parent_id }] of organisations) {
      if (parent_id !== null && districts.has(parent_id)) schools.add(id);
    }
  }
  // who has a whole school has its classes: said twice, it would cost every query
  const isApart = ({ school_id }: { school_id: string }) => !schools.has(school_id);
  return {
    kind: "parts",
    schools: [...schools],
    grades: grades.filter(isApart),
    classes: classes.filter(isApart),
  };
}

/** Returns whether a school or district lies in the scope as a whole. `schoolWithin` is the same in SQL. */
export function isSchoolWithin(scope: Scope, schoolId: string): boolean {
  return scope.kind === "all" || scope.schools.includes(schoolId);
}

/**
 * Returns whether an organisation lies below one of the scope: a right at the school itself does not decide over it.
 */
export function isBelowScope(scope: Scope, id: string, organisations: Organisations): boolean {
  const above = organisations.get(id)?.parent_id ?? null;
  return scope.kind === "all" || (above !== null && scope.schools.includes(above));
}

/** Returns the schools whose rows a scope may touch, for row-level security; "all" for every one. */
export function schoolsOf(scope: Scope): "all" | string[] {
  if (scope.kind === "all") return "all";
  const parts = [...scope.grades, ...scope.classes].map(({ school_id }) => school_id);
  return [...new Set([...scope.schools, ...parts])];
}

/** Returns whether any part of the school lies in the scope. */
export function reaches(scope: Scope, schoolId: string, organisations: Organisations): boolean {
  const schools = schoolsOf(scope);
  return schools === "all" ? organisations.has(schoolId) : schools.includes(schoolId);
}

/** Returns a place with the places that contain it. `gradeOf` returns the grade of a class. */
export function placePathOf(
  { kind, school_id, part_id }: Place,
  organisations: Organisations,
  gradeOf: (schoolId: string, classId: string) => string | null = () => null,
): PlacePath {
  const district_id = school_id === null ? null : (organisations.get(school_id)?.parent_id ?? null);
  const inClass = kind === "class" && school_id !== null;
  return {
    district_id,
    school_id,
    grade_id: kind === "grade" ? part_id : inClass ? gradeOf(school_id, part_id) : null,
    class_id: kind === "class" ? part_id : null,
  };
}
