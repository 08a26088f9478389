import { sql } from "kysely";
import type { Identity } from "#contract";
import type { Queryable } from "../database/database.ts";
import { OperatorRefused } from "../platform/operator-refused.ts";

export interface FoundPerson {
  id: string;
  account: string;
  name: string;
}

/** Returns the only person of an account, an id or a name; throws `OperatorRefused` when there is none or several. */
export async function findPerson(db: Queryable, given: string): Promise<FoundPerson> {
  const account = given.toLowerCase();
  const rows = await db
    .selectFrom("user")
    .select(["id", "account", "name"])
    .where((row) =>
      row.or([row("account", "=", account), row("id", "=", given), row("name", "=", given)]),
    )
    .orderBy("account")
    .limit(20)
    .execute();
  const exact = rows.find((row) => row.account === account) ?? rows.find(({ id }) => id === given);
  const [one, ...others] = exact === undefined ? rows : [exact];
  if (one === undefined) throw new OperatorRefused(`没有账号“${given}”，也没有叫这个名字的人。`);
  if (others.length === 0) return one;
  const accounts = rows.map((row) => row.account).join("、");
  throw new OperatorRefused(`有不止一个人叫“${given}”，请改用账号：${accounts}。`);
}

export interface PeopleAsked {
  school_id?: string | undefined;
  class_id?: string | undefined;
  identity?: Identity | undefined;
  /** A part of the name. */
  name?: string | undefined;
  /** The beginning of the account. */
  account?: string | undefined;
  limit: number;
}

export interface ListedPerson extends FoundPerson {
  is_abled: boolean;
  held: { school: string; identity: Identity }[];
}

/** People in the order of their accounts, with what they are where. */
export async function listPeople(db: Queryable, asked: PeopleAsked): Promise<ListedPerson[]> {
  const { school_id, class_id, identity, name, account, limit } = asked;
  const { rows } = await sql<ListedPerson>`
    select u.id, u.account, u.name, u.is_abled, coalesce((
      select json_agg(json_build_object('school', s.name, 'identity', m.identity) order by m.sort, s.id)
      from membership m join school s on s.id = m.school_id where m.user_id = u.id), '[]') as held
    from "user" u
    where (${name ?? null}::text is null or strpos(u.name, ${name ?? null}) > 0)
      and (${account ?? null}::text is null or starts_with(u.account, ${account?.toLowerCase() ?? null}))
      and ((${school_id ?? null}::text is null and ${identity ?? null}::text is null) or exists (
        select from membership m where m.user_id = u.id
          and (${school_id ?? null}::text is null or m.school_id = ${school_id ?? null})
          and (${identity ?? null}::text is null or m.identity = ${identity ?? null})))
      and (${class_id ?? null}::text is null
        or exists (select from class_student cs where cs.user_id = u.id and cs.class_id = ${class_id ?? null})
        or exists (select from class_teacher ct where ct.user_id = u.id and ct.class_id = ${class_id ?? null}))
    order by u.account limit ${limit}`.execute(db);
  return rows;
}

/** Gives a person the name that the school has decided on. */
export async function renamePerson(
  trx: Queryable,
  userId: string,
  name: string,
  now: Date,
): Promise<void> {
  await trx.updateTable("user").set({ name, updated_at: now }).where("id", "=", userId).execute();
}
