import { sql } from "kysely";
import type { Queryable } from "../database/database.ts";
import { isMinor, type AgeFacts } from "#contract";
import { GRADES, IS_PUPIL } from "../session/age-facts.ts";
import { Refusal } from "../http/refusal.ts";
import type { Subject } from "./declare.ts";
import { mayOf, type May } from "./rules.ts";

/** The person whose data is meant, and what the caller may do with it. */
export interface Meant extends Subject, May {
  name: string;
  account: string;
  is_sourced: boolean;
}

interface Row extends Subject, AgeFacts {
  name: string;
  account: string;
  is_sourced: boolean;
}

/** Finds the person or one of the person's children under 18; anybody else does not exist. */
export async function findMeant(
  db: Queryable,
  userId: string,
  childId: string | undefined,
  now: Date,
): Promise<Meant> {
  const asGuardian = childId !== undefined;
  const id = childId ?? userId;
  const bound = asGuardian
    ? sql`exists (select from guardian g where g.child_id = u.id and g.user_id = ${userId})`
    : sql`true`;
  const { rows } = await sql<Row>`
    select u.id, u.name, u.account, u.mobile, u.email, u.source is not null as is_sourced,
      u.birth_date, ${IS_PUPIL(sql`u.id`)} as is_pupil, ${GRADES(sql`u.id`)} as grades
    from "user" u where u.id = ${id} and ${bound}
      and not exists (select from erasure e where e.user_id = u.id and e.erased_at is not null)`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined || (asGuardian && !isMinor(row, now))) throw new Refusal("notFound");
  const { birth_date, is_pupil, grades, ...meant } = row;
  return { ...meant, ...mayOf({ birth_date, is_pupil, grades }, asGuardian, now) };
}
