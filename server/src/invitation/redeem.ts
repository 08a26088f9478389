import { type InvitationKind, readInvitationCode } from "#contract";
import type { Queryable } from "../database/database.ts";
import { Refusal } from "../http/refusal.ts";
import { noteOrigin } from "../origin/api.ts";
import { addMembership } from "../school/api.ts";
import {
  addGuardian,
  addPupil,
  addTeacher,
  classOfPupil,
  type Opened,
  useInvitation,
} from "./queries.ts";
import { mayBecome } from "./rules.ts";

/** Returns the one refusal for a code that is unknown, used up, expired or revoked. */
export function badInvitation(): Refusal {
  return new Refusal("badCode", { msg: "邀请码不正确，或者已经失效" });
}

/** Returns a typed code in its stored form; refuses a text that cannot be one. */
export function codeOf(typed: string): string {
  const code = readInvitationCode(typed);
  if (code === undefined) throw badInvitation();
  return code;
}

interface Use {
  code: string;
  kinds: readonly InvitationKind[];
  user_id: string;
  relation: string | undefined;
  now: Date;
}

/** Uses a code for a person, exactly once, and gives the person all that it opens; a refusal changes nothing. */
export async function redeem(
  trx: Queryable,
  { code, kinds, user_id, relation = "家长", now }: Use,
): Promise<Opened> {
  const opened = await useInvitation(trx, code, kinds, now);
  if (opened === undefined) throw badInvitation();
  // one after the other for the same person, so that each sees what the former has given
  await trx.selectFrom("user").select("id").where("id", "=", user_id).forUpdate().execute();
  const held = await trx
    .selectFrom("membership")
    .select(["school_id", "identity", "is_abled"])
    .where("user_id", "=", user_id)
    .execute();
  const identities = held.map(({ identity }) => identity);
  if (!mayBecome(identities, opened.identity)) {
    throw new Refusal("notAllowed", {
      msg:
        opened.identity === "student"
          ? "这是给学生的邀请码，请让孩子用自己的账号"
          : "学生账号不能使用这个邀请码，请用家长或教师自己的账号",
    });
  }
  const same = held.find(
    (one) => one.school_id === opened.school_id && one.identity === opened.identity,
  );
  if (same?.is_abled === false) {
    throw new Refusal("notAllowed", { msg: "在这所学校的身份已停用，请联系学校管理员" });
  }
  const joined = await addMembership(trx, user_id, opened);
  const gained = await enterPlace(trx, user_id, opened, relation);
  if (!joined && !gained) {
    const msg = opened.kind === "child" ? "您已经绑定了这个孩子" : "已经加入了";
    throw new Refusal("conflict", { msg, data: { field: "invitation" } });
  }
  const noted = { how: "code", at: now } as const;
  if (joined) await noteOrigin(trx, { ...membershipOf(user_id, opened), ...noted });
  if (gained) await noteOrigin(trx, { ...placeOf(user_id, opened), ...noted });
  return opened;
}

function membershipOf(user_id: string, { school_id, identity }: Opened) {
  const key = { school_id, user_id, identity };
  return { table: "membership", key, person_id: user_id } as const;
}

/** Returns the row by which a code's class or child became the person's. */
function placeOf(user_id: string, { school_id, class_id, child_id, identity }: Opened) {
  if (child_id !== null) {
    return { table: "guardian", key: { child_id, user_id }, person_id: child_id } as const;
  }
  const key = { school_id, class_id: class_id ?? "", user_id };
  if (identity !== "teacher") return { table: "class_student", key, person_id: user_id } as const;
  const lesson = { ...key, subject_id: "" };
  return { table: "class_teacher", key: lesson, person_id: user_id } as const;
}

/** Adds the person to the class, or binds the child, that the code is for; false when nothing of it is new. */
async function enterPlace(
  trx: Queryable,
  userId: string,
  { school_id, class_id, child_id, identity }: Opened,
  relation: string,
): Promise<boolean> {
  if (child_id !== null) return addGuardian(trx, userId, child_id, relation);
  if (class_id === null) return false;
  if (identity === "teacher") return addTeacher(trx, userId, { school_id, class_id });
  const present = await classOfPupil(trx, userId, school_id);
  if (present === class_id) return false;
  if (present !== undefined) {
    const msg = "已经在本校的另一个班级，转班请联系学校";
    throw new Refusal("conflict", { msg, data: { field: "invitation" } });
  }
  await addPupil(trx, userId, { school_id, class_id });
  return true;
}
