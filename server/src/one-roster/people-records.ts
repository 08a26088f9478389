import { sql } from "kysely";
import type { Identity } from "#contract";
import type { Queryable } from "../database/database.ts";
import { splitName } from "./person-name.ts";
import { refTo, type RosterRecord } from "./record.ts";
import type { RosterPerson, SchoolParts } from "./school-records.ts";
import { gradeCode, type Kind } from "./vocabulary.ts";

/** The standard's role of each identity that is in a roster. */
export const ROLE_OF: Readonly<Partial<Record<Identity, string>>> = {
  student: "student",
  teacher: "teacher",
  manager: "siteAdministrator",
  parent: "parent",
};
const RANK: readonly Identity[] = ["student", "teacher", "manager", "parent"];

/** Reads what the app may know of people, and writes them as the standard does. */
export async function readPeople(
  db: Queryable,
  people: ReadonlyMap<string, RosterPerson>,
  { access, idFor }: SchoolParts,
): Promise<RosterRecord[]> {
  const rows = await db
    .selectFrom("user")
    .select(["id", "name", "account", "mobile", "email", "gender", "birth_date"])
    .where(sql<boolean>`id = any (${[...people.keys()]}::text[])`)
    .orderBy("id")
    .execute();
  return rows.flatMap((row) => {
    const person = people.get(row.id);
    if (person === undefined) return [];
    const id = idFor(row.id);
    const roles = person.roles.toSorted(
      (one, other) => RANK.indexOf(one.identity) - RANK.indexOf(other.identity),
    );
    const [first] = roles;
    const tags = [
      ...roles.map(({ school_id }) => `school:${school_id}`),
      ...roles.map(({ school_id, identity }) => `school:${school_id}:${ROLE_OF[identity]}`),
      ...[...person.classes].map(([within, role]) => `class:${within}:${role}`),
    ];
    const record = (kind: Kind, part: string, body: Record<string, unknown>): RosterRecord => ({
      ...{ kind, part, body, sourced_id: id, user_id: row.id },
      tags: [...new Set(tags)],
    });
    const part =
      first?.identity === "student" || first?.identity === "teacher" ? first.identity : "other";
    const user = record("user", part, {
      enabledUser: "true",
      ...(!access.pairwise && { username: row.account }),
      ...splitName(row.name),
      roles: roles.map(({ school_id, identity }, index) => ({
        roleType: index === 0 ? "primary" : "secondary",
        role: ROLE_OF[identity],
        org: refTo("org", school_id),
      })),
      primaryOrg: refTo("org", first?.school_id ?? ""),
      ...(person.grade_ids.size > 0 && { grades: [...person.grade_ids].map(gradeCode) }),
      ...(person.agents.size > 0 && {
        agents: [...person.agents].map((one) => refTo("user", idFor(one))),
      }),
      ...(access.email && row.email !== null && { email: row.email }),
      ...(access.mobile && row.mobile !== null && { sms: row.mobile }),
      metadata: { fullName: row.name },
    });
    if (!access.demographics) return [user];
    const about = {
      ...(row.birth_date !== null && { birthDate: row.birth_date }),
      ...(row.gender !== null && { sex: row.gender }),
    };
    return [user, record("demographics", part, about)];
  });
}
