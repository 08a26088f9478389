import type { Facet, Facets } from "#contract";
import { TAGS } from "./curriculum.ts";

/** The tags that narrow a search; empty for no narrowing. */
export interface Filters {
  type_id: string;
  stage_id: string;
  grade_id: string;
  subject_id: string;
}

/** The number of found rows that have these four tags. */
export interface Group extends Filters {
  count: number;
}

const DIMENSIONS = ["type_id", "stage_id", "grade_id", "subject_id"] as const;
type Dimension = (typeof DIMENSIONS)[number];

function fits(group: Group, filters: Filters, but?: Dimension): boolean {
  return DIMENSIONS.every(
    (one) => one === but || filters[one] === "" || filters[one] === group[one],
  );
}

function sum(groups: readonly Group[]): number {
  return groups.reduce((total, { count }) => total + count, 0);
}

export function totalOf(groups: readonly Group[], filters: Filters): number {
  return sum(groups.filter((group) => fits(group, filters)));
}

/**
 * Returns the counts beside each tag: the number of results if it were chosen in place of the present one of its kind.
 * A grade belongs to its stage, so choosing another stage drops the grade.
 */
export function facetsOf(groups: readonly Group[], filters: Filters): Facets {
  const facet = (kind: keyof typeof TAGS, dimension: Dimension, given = filters): Facet[] =>
    TAGS[kind].flatMap(({ id, name }) => {
      const those = groups.filter(
        (group) => group[dimension] === id && fits(group, given, dimension),
      );
      const count = sum(those);
      return count > 0 || filters[dimension] === id ? [{ id, name, count }] : [];
    });
  return {
    types: facet("types", "type_id"),
    stages: facet("stages", "stage_id", { ...filters, grade_id: "" }),
    grades: facet("grades", "grade_id"),
    subjects: facet("subjects", "subject_id"),
  };
}

/**
 * Milliseconds of a slot: views count for the order of a search from the next slot on, so that paging is not affected
 * by them.
 */
export const VIEW_SLOT_MS = 30 * 60 * 1000;

export function slotOf(time: Date): number {
  return Math.floor(time.getTime() / VIEW_SLOT_MS);
}

/** Returns the moment of a search: that of its first page, while the counts of then are kept. */
export function searchMoment(asOf: string | undefined, now: Date): Date {
  if (asOf === undefined) return now;
  const given = new Date(asOf);
  const isKept = given <= now && slotOf(given) >= slotOf(now) - 1;
  return isKept ? given : now;
}
