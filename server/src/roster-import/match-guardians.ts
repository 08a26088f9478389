import type { RosterPerson } from "#contract";
import type { KnownSchool } from "./known.ts";
import { plainName } from "./match.ts";

/** A guardian whom a line names: somebody of the school, or somebody new, who may stand in several lines. */
export interface FileGuardian {
  /** The id at the school, or a key of the new person. */
  user_id: string | null;
  key: string;
  name: string;
  mobile: string | null;
  relation: string;
}

/**
 * Finds the guardians of each line: the child's own one of that name, else somebody of that name and mobile number. Two
 * names with one number are two people; one name without number is somebody new for each child.
 */
export function matchGuardians(
  lines: readonly { seq: number; person: RosterPerson; user_id: string | null }[],
  { people, bonds }: Pick<KnownSchool, "people" | "bonds">,
): Map<number, FileGuardian[]> {
  const byMobile = new Map<string, string>();
  for (const { id, name, mobile, memberships } of people.values()) {
    if (mobile === null || memberships.some(({ identity }) => identity === "student")) continue;
    byMobile.set(`${mobile}\n${plainName(name)}`, id);
  }
  const found = new Map<number, FileGuardian[]>();
  for (const { seq, person, user_id } of lines) {
    if (person.guardians.length === 0) continue;
    const own = user_id === null ? [] : (bonds.get(user_id) ?? []);
    const guardians = new Map<string, FileGuardian>();
    for (const [index, { name, relation, mobile = null }] of person.guardians.entries()) {
      const plain = plainName(name);
      const bond = own.find((one) => plainName(people.get(one.user_id)?.name ?? "") === plain);
      const phone = mobile === null ? null : `${mobile}\n${plain}`;
      const id = bond?.user_id ?? (phone === null ? undefined : byMobile.get(phone)) ?? null;
      const key = id ?? phone ?? `${seq}\n${index}`;
      guardians.set(key, {
        ...{ user_id: id, key, name: name.normalize("NFC").trim(), mobile },
        relation: relation?.trim() || bond?.relation || "家长",
      });
    }
    found.set(seq, [...guardians.values()]);
  }
  return found;
}
