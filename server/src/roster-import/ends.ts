import type { KnownPerson } from "./known.ts";
import type { MatchedRoster } from "./matched.ts";

export interface Ended {
  person: KnownPerson;
  identity: "student" | "teacher" | "parent";
}

/**
 * Returns who leaves because the file does not name them: pupils of its classes, or all pupils or teachers of the school,
 * and parents of whom no child stays. Whom another roster brought, or who may do more than the actor, stays and is named.
 */
export function peopleWhoEnd(
  roster: MatchedRoster,
  scope: "nobody" | "classes" | "school",
  above: ReadonlySet<string>,
): { ended: Ended[]; left: string[] } {
  const { draft } = roster;
  const left: string[] = [];
  const ended = missingPeople(roster, scope).flatMap((person): Ended[] => {
    const source = sourceAt(person, draft.kind);
    if (source !== null) left.push(`${person.name}：不在文件里，由名册“${source}”管理，没有改动`);
    else if (above.has(person.id))
      left.push(`${person.name}：不在文件里，管理权限超出您的，没有改动`);
    else return [{ person, identity: draft.kind }];
    return [];
  });
  if (draft.kind === "student") ended.push(...parentsOf(ended, roster, above));
  return { ended, left };
}

function sourceAt({ memberships }: KnownPerson, identity: string): string | null {
  return memberships.find((one) => one.identity === identity)?.source ?? null;
}

/** Returns the present pupils or teachers of the school, or of the file's classes, whom no line names. */
export function missingPeople(
  { known, lines, classes, draft }: MatchedRoster,
  scope: "nobody" | "classes" | "school",
): KnownPerson[] {
  if (scope === "nobody" || (scope === "classes" && draft.kind !== "student")) return [];
  const named = new Set(lines.map(({ user_id }) => user_id));
  const inFile = new Set(
    [...classes.values()].flatMap((one) => [one.known?.id ?? [], one.renames?.id ?? []].flat()),
  );
  return [...known.people.values()].filter(
    ({ id, memberships }) =>
      !named.has(id) &&
      memberships.some(({ identity, is_abled }) => identity === draft.kind && is_abled) &&
      (scope === "school" ||
        (known.seats.get(id) ?? []).some(({ class_id }) => inFile.has(class_id))),
  );
}

function parentsOf(
  ended: readonly Ended[],
  { known, lines }: MatchedRoster,
  above: ReadonlySet<string>,
): Ended[] {
  const gone = new Set(ended.map(({ person }) => person.id));
  if (gone.size === 0) return [];
  const staying = new Set(
    lines.flatMap(({ guardians }) => guardians.flatMap((one) => one.user_id ?? [])),
  );
  const leaving = new Set<string>();
  for (const [child_id, bonds] of known.bonds) {
    const child = known.people.get(child_id);
    const stays =
      !gone.has(child_id) &&
      child?.memberships.some(({ identity, is_abled }) => identity === "student" && is_abled) ===
        true;
    for (const { user_id } of bonds) (stays ? staying : leaving).add(user_id);
  }
  const children = new Set(
    ended.flatMap(({ person }) => (known.bonds.get(person.id) ?? []).map((b) => b.user_id)),
  );
  return [...leaving].flatMap((id): Ended[] => {
    const person = known.people.get(id);
    if (person === undefined || staying.has(id) || above.has(id) || !children.has(id)) return [];
    const is = person.memberships.find(({ identity }) => identity === "parent");
    return is?.is_abled === true && is.source === null ? [{ person, identity: "parent" }] : [];
  });
}
