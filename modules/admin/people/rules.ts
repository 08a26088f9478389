import {
  BUNDLE_OF_IDENTITY,
  IDENTITIES,
  type Identity,
  IDENTITY_NAMES,
  REFUSALS,
  type ListedPerson,
  type Organisation,
  type PersonState,
} from "#contract";
import type { OwnRights } from "../shell/own-rights.tsx";
import { numberText } from "../shell/words.ts";

export interface StateWord {
  text: string;
  /** The colour: `warning` needs attention. */
  tone: "plain" | "quiet" | "warning";
}

/** Returns the state of a person's account in one word. */
export function stateOf(
  person: Pick<ListedPerson, "is_abled" | "locked" | "memberships" | "last_sign_in">,
): StateWord {
  const { is_abled, locked, memberships, last_sign_in } = person;
  if (locked !== null) return { text: "已锁定", tone: "warning" };
  if (!is_abled) return { text: "已停用", tone: "quiet" };
  if (memberships.length > 0 && memberships.every((one) => !one.is_abled))
    return { text: "身份已停用", tone: "quiet" };
  if (last_sign_in === null) return { text: "从未登录", tone: "plain" };
  return { text: "正常", tone: "plain" };
}

/** Returns a person's identities: 教师、家长. */
export function identitiesText(memberships: ListedPerson["memberships"]): string {
  return [...new Set(memberships.map(({ identity }) => IDENTITY_NAMES[identity]))].join("、");
}

/**
 * Returns the choices of an identity at a school or district; without one, all. Where the duties are apart, those that
 * bring rights are given with the rights (GR-07).
 */
export function identitiesAt(
  kind: Organisation["kind"] | undefined,
  { is_separate, rights }: Pick<OwnRights, "is_separate" | "rights">,
): { value: Identity; label: string }[] {
  const isPlatforms = rights.some(({ places }) =>
    places.some((place) => place.kind === "platform"),
  );
  return IDENTITIES.filter((identity) => {
    if (is_separate && BUNDLE_OF_IDENTITY[identity] !== undefined) return false;
    if (identity === "inner_admin") return isPlatforms;
    return kind === undefined || (kind === "district") === (identity === "admin");
  }).map((value) => ({ value, label: IDENTITY_NAMES[value] }));
}

/** Identities as a person is counted by one of them: the one that may do most. */
const COUNTED = ["inner_admin", "admin", "manager", "teacher", "parent", "student"] as const;

/** Returns how many people of each kind there are, each counted once: 其中教师 9 人、学生 39 人. */
export function kindsText(
  people: readonly { memberships: readonly { identity: Identity }[] }[],
): string {
  const kinds = people.map(({ memberships }) =>
    COUNTED.find((kind) => memberships.some(({ identity }) => identity === kind)),
  );
  const parts = [...COUNTED, undefined].flatMap((kind) => {
    const count = kinds.filter((one) => one === kind).length;
    const name = kind === undefined ? "没有身份的" : IDENTITY_NAMES[kind];
    return count === 0 ? [] : [`${name} ${numberText(count)} 人`];
  });
  return `其中${parts.join("、")}`;
}

export function schoolsText(memberships: ListedPerson["memberships"]): string {
  return [...new Set(memberships.map(({ school_name }) => school_name))].join("、");
}

export function classesText(classes: ListedPerson["classes"]): string {
  return classes.map(({ name }) => name).join("、");
}

/** The filters' names in the address. */
export const FILTERS = ["q", "grade", "class", "identity", "group", "state", "sort"] as const;

/** Returns what the server is asked for, of the filters in the address. */
export function inputOf(query: Readonly<Record<string, string>>, school: string | undefined) {
  const {
    q,
    grade,
    class: class_id,
    identity,
    group,
    state,
    sort,
  } = query as Partial<typeof query>;
  const given = {
    q: q?.trim(),
    school_id: school,
    grade_id: grade,
    class_id,
    identity: identity as keyof typeof IDENTITY_NAMES | undefined,
    group_id: group,
    state: state as PersonState | undefined,
  };
  const filters = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && value !== ""),
  ) as { [K in keyof typeof given]: Exclude<(typeof given)[K], undefined> };
  return { filters, sort: sort === undefined || sort === "" ? "name" : sort };
}

/** Returns the lines of a pasted column: of a table with more columns the first that is filled. */
export function linesOf(text: string): string[] {
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((line) => (line.split("\t").find((cell) => cell.trim() !== "") ?? "").trim());
  while (lines[lines.length - 1] === "") lines.pop();
  return lines;
}

/** The relations of a guardian to a child that are offered. */
export const RELATIONS = ["父亲", "母亲", "祖父", "祖母", "外祖父", "外祖母", "其他监护人"];

/** A person who may be the same as the one to be made. */
export interface SamePerson {
  id: string;
  name: string;
  account: string;
  why: string;
  /** The schools where they are. */
  place: string | null;
}

/** Returns those who may be the same, where a refusal names them (AD-03). */
export function sameIn(refusal: unknown): SamePerson[] {
  const { code, data } = (refusal ?? {}) as { code?: unknown; data?: { same?: unknown } | null };
  return code === REFUSALS.conflict.code && Array.isArray(data?.same)
    ? (data.same as SamePerson[])
    : [];
}
