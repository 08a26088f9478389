import { type PersonWhole, WRITTEN_FIELDS, type RowOrigin } from "#contract";
import type { Origins } from "../origin/api.ts";
import type { WholeData } from "./whole.ts";

/** Returns the people with whom is noted who wrote a person's rows: a relation is noted with either of the two. */
export function peopleWritten({ id, guardians, children }: WholeData): string[] {
  return [id, ...[...guardians, ...children].map((one) => one.id)];
}

/** Adds to a person who wrote what (AD-02). */
export function withOrigins(
  { memberships, classes, guardians, children, ...person }: WholeData,
  origins: Origins,
): Omit<PersonWhole, "can"> {
  const { id, source, created_at: made_at } = person;
  const bond = (child_id: string, user_id: string, of: { source: string | null }) =>
    origins.of("guardian", { child_id, user_id }, of);
  return {
    ...person,
    made: origins.of("user", { id }, { source, made_at }).made,
    changed: origins.fields("user", { id }, { source, names: WRITTEN_FIELDS }),
    memberships: memberships.map((one) => {
      const { school_id, identity, since } = one;
      const key = { school_id, user_id: id, identity };
      const facts = { source: one.source, made_at: since };
      return { ...one, written: origins.of("membership", key, facts) };
    }),
    classes: classes.map(({ subject_ids, ...one }) => {
      const at = { school_id: one.school_id, class_id: one.id, user_id: id };
      const lessons = subject_ids.map((subject_id) =>
        origins.of("class_teacher", { ...at, subject_id }, one),
      );
      const [lesson] = lessons.toSorted(byTime);
      return { ...one, written: lesson ?? origins.of("class_student", at, one) };
    }),
    guardians: guardians.map((one) => ({ ...one, written: bond(id, one.id, one) })),
    children: children.map((one) => ({ ...one, written: bond(one.id, id, one) })),
  };
}

/** Returns rows in order: of the lessons of one teacher in a class the last written comes first. */
function byTime(one: RowOrigin, other: RowOrigin): number {
  const at = ({ made, changed }: RowOrigin) => changed?.at ?? made.at ?? "";
  return at(one) < at(other) ? 1 : at(one) > at(other) ? -1 : 0;
}
