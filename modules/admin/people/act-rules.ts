import {
  MAX_CHANGED_PEOPLE,
  IDENTITY_NAMES,
  type Change,
  type Identity,
  type ListedPerson,
} from "#contract";

/** Acts on several people at once. */
export const ACTS = {
  disable: "停用身份",
  enable: "启用身份",
  until: "设到期日",
  add: "增加身份",
  move: "调班",
  group: "加入群组",
  lock: "锁定账号",
  unlock: "解锁账号",
} as const;
export type Act = keyof typeof ACTS;

/** Returns the acts that would change something of these people. */
export function actsFor(people: readonly ListedPerson[]): Act[] {
  if (people.length > MAX_CHANGED_PEOPLE) return [];
  const memberships = people.flatMap((person) => person.memberships);
  const isOf: Readonly<Record<Act, boolean>> = {
    disable: memberships.some(({ is_abled }) => is_abled),
    enable: memberships.some(({ is_abled }) => !is_abled),
    until: memberships.length > 0,
    add: true,
    move: memberships.some(({ identity, is_abled }) => identity === "student" && is_abled),
    group: true,
    lock: people.some(({ locked, is_abled }) => locked === null && is_abled),
    unlock: people.some(({ locked, is_abled }) => locked !== null || !is_abled),
  };
  return (Object.keys(ACTS) as Act[]).filter((act) => isOf[act]);
}

/** An identity at a school that some of the chosen people have. */
export interface HeldGroup {
  key: string;
  school_id: string;
  school_name: string;
  identity: Identity;
  user_ids: string[];
}

type Person = Pick<ListedPerson, "id" | "memberships">;

/** Groups people by identity and school, the largest group first; `abled` limits which memberships count. */
export function groupsOf(people: Iterable<Person>, abled: boolean | null): HeldGroup[] {
  const groups = new Map<string, HeldGroup>();
  for (const { id, memberships } of people) {
    for (const { school_id, school_name, identity, is_abled } of memberships) {
      if (abled !== null && is_abled !== abled) continue;
      const key = `${identity} ${school_id}`;
      const group = groups.get(key) ?? { key, school_id, school_name, identity, user_ids: [] };
      if (!group.user_ids.includes(id)) group.user_ids.push(id);
      groups.set(key, group);
    }
  }
  return [...groups.values()].sort((one, other) => other.user_ids.length - one.user_ids.length);
}

/** Returns a group in words: 启明小学的学生（12 人）. */
export function groupText({ school_name, identity, user_ids }: HeldGroup): string {
  return `${school_name}的${IDENTITY_NAMES[identity]}（${user_ids.length} 人）`;
}

/** Returns the change for a group of people; null for an act that is not about a group. */
export function changeOfGroup(
  act: Act,
  { school_id, identity, user_ids }: HeldGroup,
  day: string,
): Change | null {
  const of = { school_id, identity, user_ids };
  if (act === "disable") return { kind: "membership-state", ...of, is_abled: false };
  if (act === "enable") return { kind: "membership-state", ...of, is_abled: true };
  if (act === "until") return { kind: "membership-until", ...of, until: day === "" ? null : day };
  return null;
}

/** Returns the change that locks or unlocks accounts. */
export function changeOfLock(
  user_ids: string[],
  locks: boolean,
  reason: string,
  day: string,
): Change {
  const until = locks && day !== "" ? { until: day } : {};
  const why = reason.trim() === "" ? {} : { reason: reason.trim() };
  return { kind: "account-state", user_ids, is_abled: !locks, ...why, ...until };
}
