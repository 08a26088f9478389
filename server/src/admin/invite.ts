import { INVITATION_LIMITS, spellInvitationCode } from "#contract";
import type { Database } from "../database/database.ts";
import { recordOperator } from "../audit/audit-entry.ts";
import { findClass, findSchool } from "../school/api.ts";
import { findPerson } from "../user/api.ts";
import { addInvitation } from "../invitation/api.ts";
import { OperatorRefused } from "../platform/operator-refused.ts";
import { daysAfter } from "../platform/days.ts";

/** The invitation that an operator asks for: to a class, to a pupil for the parents, or else to the school's staff. */
export interface Invite {
  /** The school's id, code or name. */
  school: string;
  identity?: "manager" | "teacher" | "student";
  /** The class's id, code or name. */
  class?: string;
  /** The pupil's account, id or name. */
  child?: string;
  uses?: number;
  days?: number;
}

/** Makes an invitation (SE-12); returns the text for the operator. */
export async function invite(db: Database, asked: Invite, now: Date): Promise<string> {
  const kind = asked.child !== undefined ? "child" : asked.class !== undefined ? "class" : "staff";
  const identity = identityOf(kind, asked.identity);
  const limits = INVITATION_LIMITS[kind];
  const { uses: max_uses = limits.uses, days = limits.days } = asked;
  if (max_uses > limits.maxUses) throw new OperatorRefused(`最多可用 ${limits.maxUses} 次。`);
  if (days > limits.maxDays) throw new OperatorRefused(`有效期最长 ${limits.maxDays} 天。`);

  const { id: school_id } = await findSchool(db, asked.school, "school");
  const child = asked.child === undefined ? null : await childOf(db, school_id, asked.child);
  const named = asked.class === undefined ? null : await findClass(db, asked.class, school_id);
  const class_id = child?.class_id ?? named?.id ?? null;
  const expires_at = daysAfter(now, days);
  const { id, code } = await addInvitation(db, {
    ...{ school_id, kind, identity, class_id, child_id: child?.user_id ?? null },
    ...{ max_uses, created_by: null, created_at: now, expires_at },
  });
  await recordOperator(
    db,
    {
      action: "invitation-make",
      actor: { school_id },
      object: { kind: "invitation", id },
      ...(child !== null && { subject_id: child.user_id }),
      detail: { kind, identity, max_uses },
    },
    now,
  );
  return `邀请码：${spellInvitationCode(code)}\n可用 ${max_uses} 次，${days} 天内有效。`;
}

function identityOf(kind: "class" | "child" | "staff", asked: Invite["identity"]) {
  if (kind === "child") return "parent";
  if (kind === "class" && asked === "manager") {
    throw new OperatorRefused("班级邀请码的身份只能是 student 或 teacher。");
  }
  if (kind === "staff" && asked === "student") {
    throw new OperatorRefused("学生要加入班级：请用 --class 指明班级。");
  }
  return asked ?? (kind === "class" ? "student" : "teacher");
}

async function childOf(db: Database, schoolId: string, given: string) {
  const person = await findPerson(db, given);
  const place = await db
    .selectFrom("class_student as cs")
    .innerJoin("class as k", (join) =>
      join.onRef("k.school_id", "=", "cs.school_id").onRef("k.id", "=", "cs.class_id"),
    )
    .select(["cs.class_id", "cs.user_id"])
    .where("cs.school_id", "=", schoolId)
    .where("cs.user_id", "=", person.id)
    .where("k.is_abled", "=", true)
    .limit(1)
    .executeTakeFirst();
  if (place === undefined)
    throw new OperatorRefused(`“${person.name}”（${person.account}）不是本校的在班学生。`);
  return place;
}
