import { type AppRule, IDENTITIES, type Identity, rolesOf, type SchoolClass } from "#contract";
import type { Queryable } from "../../database/database.ts";
import type { ClientKind } from "../../session/caller.ts";
import { type Audience, hiddenBy, type Viewer, viewerOf } from "../rules.ts";

export interface SeenBy {
  identity: Identity;
  people: number;
  seen: number;
  hidden: { rule: AppRule; people: number }[];
}

/** By identity, how many of these people see an app, and what keeps the others from it first. */
export function seenBy(
  app: Audience,
  people: readonly { identity: Identity; viewer: Viewer }[],
  now: number,
): SeenBy[] {
  return IDENTITIES.flatMap((identity) => {
    const of = people.filter((person) => person.identity === identity);
    if (of.length === 0) return [];
    const kept = new Map<AppRule, number>();
    for (const { viewer } of of) {
      const rule = hiddenBy(app, viewer, now);
      if (rule !== undefined) kept.set(rule, (kept.get(rule) ?? 0) + 1);
    }
    const hidden = [...kept].map(([rule, count]) => ({ rule, people: count }));
    const out = hidden.reduce((sum, { people: count }) => sum + count, 0);
    return [{ identity, people: of.length, seen: of.length - out, hidden }];
  });
}

interface School {
  id: string;
  parent_id: string | null;
  stage_ids: string[];
}

/** Everybody who can act at a school, as the rules see them. */
export async function readViewers(
  db: Queryable,
  school: School,
  client: ClientKind,
): Promise<{ identity: Identity; viewer: Viewer }[]> {
  const members = await db
    .selectFrom("membership as m")
    .innerJoin("user as u", "u.id", "m.user_id")
    .select(["m.user_id", "m.identity"])
    .where("m.school_id", "=", school.id)
    .where("m.is_abled", "=", true)
    .where("u.is_abled", "=", true)
    .execute();
  const places = await readClasses(db, school.id);
  return members.map(({ user_id, identity }) => {
    const classes = places.of(identity, user_id);
    const heads = ["teacher", "manager"].includes(identity) && places.heads.has(user_id);
    const viewer = viewerOf({
      user_id,
      client,
      roles: rolesOf(identity, heads ? [school.id] : []),
      school_id: school.id,
      parent_id: school.parent_id,
      school_stage_ids: school.stage_ids,
      classes,
    });
    return { identity, viewer };
  });
}

async function readClasses(db: Queryable, school_id: string) {
  const rows = await db
    .selectFrom("class")
    .select(["id", "name", "grade_id", "stage_id"])
    .where("school_id", "=", school_id)
    .where("is_abled", "=", true)
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  const [pupils, teachers, parents] = await Promise.all([
    db
      .selectFrom("class_student")
      .select(["user_id", "class_id"])
      .where("school_id", "=", school_id)
      .execute(),
    db
      .selectFrom("class_teacher")
      .select(["user_id", "class_id", "is_head"])
      .where("school_id", "=", school_id)
      .execute(),
    db
      .selectFrom("guardian as g")
      .innerJoin("membership as m", "m.user_id", "g.child_id")
      .innerJoin("class_student as cs", (join) =>
        join.onRef("cs.user_id", "=", "g.child_id").onRef("cs.school_id", "=", "m.school_id"),
      )
      .select(["g.user_id", "cs.class_id"])
      .where("m.school_id", "=", school_id)
      .where("m.identity", "=", "student")
      .where("m.is_abled", "=", true)
      .execute(),
  ]);
  const heads = teachers.filter(({ is_head, class_id }) => is_head && known.has(class_id));
  const of: Partial<Record<Identity, Map<string, SchoolClass[]>>> = {
    student: byPerson(pupils, known),
    teacher: byPerson(teachers, known),
    parent: byPerson(parents, known),
  };
  return {
    heads: new Set(heads.map(({ user_id }) => user_id)),
    of: (identity: Identity, userId: string) => of[identity]?.get(userId) ?? [],
  };
}

function byPerson(
  rows: readonly { user_id: string; class_id: string }[],
  known: ReadonlyMap<string, SchoolClass>,
): Map<string, SchoolClass[]> {
  const found = new Map<string, SchoolClass[]>();
  for (const { user_id, class_id } of rows) {
    const one = known.get(class_id);
    if (one === undefined) continue;
    const list = found.get(user_id);
    if (list === undefined) found.set(user_id, [one]);
    else list.push(one);
  }
  return found;
}
