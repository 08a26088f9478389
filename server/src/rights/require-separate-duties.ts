import { sql } from "kysely";
import { dutiesOfRights, type Right } from "#contract";
import type { Queryable } from "../database/database.ts";
import { Refusal } from "../http/refusal.ts";
import type { RightsCaller } from "../session/caller.ts";
import { dutiesInWords, dutiesOfAll, dutiesWith, type Separation } from "./duties.ts";
import { heldOf } from "./queries.ts";

/** Refuses a right of another duty than the person has, and any to oneself (GR-07). */
export async function requireSeparateDuties(
  trx: Queryable,
  caller: RightsCaller,
  { user_id, rights }: { user_id: string; rights: readonly Right[] },
  separation: Separation,
): Promise<void> {
  if (user_id === caller.user_id) {
    throw new Refusal("notAllowed", { msg: "三员分立时不能给自己授权，请由另一位安全管理员授予" });
  }
  refuseMixed(rights, "这个权限组");
  // of two who give to one person at once, the second sees what the first has given
  await sql`select from "user" where id = ${user_id} for update`.execute(trx);
  const [person] = await heldOf(trx, [user_id], separation);
  if (person === undefined) throw new Refusal("notFound");
  const has = dutiesOfAll([...person.held, ...person.suspended], separation.now);
  if (dutiesWith(person, rights, separation.now).length < 2) return;
  const added = dutiesOfRights(rights).filter((duty) => !has.includes(duty));
  const msg =
    has.length > 1
      ? `${person.name}同时有${dutiesInWords(has)}的权限，三员分立时都不生效。请先收回其中一种`
      : `${person.name}已经有${dutiesInWords(has)}的权限，三员分立时不能再有${dutiesInWords(added)}的权限。请另选一人，或先收回原来的权限`;
  throw new Refusal("notAllowed", { msg });
}

/** Refuses rights of two duties in one gift. */
export function refuseMixed(rights: readonly Right[], of: string): void {
  const duties = dutiesOfRights(rights);
  if (duties.length < 2) return;
  throw new Refusal("notAllowed", {
    msg: `三员分立时，${of}里不能同时有${dutiesInWords(duties)}的权限`,
  });
}
