import {
  type AnswerOf,
  type GroupRule,
  IDENTITY_NAMES,
  type Organisation,
  type PeopleGroup,
  type previewGroup,
} from "#contract";
import { numberText } from "../shell/words.ts";

/** The rule of a new group, before anything is chosen. */
export const NEW_RULE: GroupRule = {
  ...{ identities: ["teacher"], grade_ids: [], class_ids: [], subject_ids: [] },
  part: "everybody",
};

/** Returns a rule with a change, without the limits that no longer apply to it. */
export function changedRule(rule: GroupRule, change: Partial<GroupRule>): GroupRule {
  const next = { ...rule, ...change };
  const limitsSubjects = next.part === "everybody" && isStaffOnly(next);
  return {
    ...next,
    identities: next.part === "everybody" ? next.identities : [],
    class_ids: next.part === "year-heads" ? [] : next.class_ids,
    subject_ids: limitsSubjects ? next.subject_ids : [],
  };
}

/** Returns whether all of a rule's identities are staff's, who can be limited by what they teach. */
export function isStaffOnly({ identities }: GroupRule): boolean {
  return identities.length > 0 && identities.every((one) => one === "teacher" || one === "manager");
}

/** Returns how many people are in a group by identity: 「6 人（教师 5 人、学校管理员 1 人）」. */
export function peopleText({ people, identities }: AnswerOf<typeof previewGroup>) {
  const each = identities.map(
    ({ identity, people: count }) => `${IDENTITY_NAMES[identity]} ${numberText(count)} 人`,
  );
  return `${numberText(people)} 人${each.length < 2 ? "" : `（${each.join("、")}）`}`;
}

/** Returns the groups of a place and of the district above it; of every place when none is looked at. */
export function groupsAt(
  groups: readonly PeopleGroup[],
  school: string | undefined,
  organisations: readonly Organisation[],
): PeopleGroup[] {
  const above = organisations.find(({ id }) => id === school)?.parent_id;
  return groups.filter(
    ({ school_id }) => school === undefined || school_id === school || school_id === above,
  );
}

/** Returns the classes of one school among those of a district's rule, which name each as `school/class`. */
export function classesOf(values: readonly string[], school: string): string[] {
  const start = `${school}/`;
  return values.flatMap((one) => (one.startsWith(start) ? [one.slice(start.length)] : []));
}

/** Returns a district's classes with others of one school. */
export function withClasses(
  values: readonly string[],
  school: string,
  ids: readonly string[],
): string[] {
  const others = values.filter((one) => !one.startsWith(`${school}/`));
  return [...others, ...ids.map((id) => `${school}/${id}`)];
}
