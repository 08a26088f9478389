import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import {
  type editUser,
  type Identity,
  type InputOf,
  type saveSetting,
  type Setting,
} from "#contract";
import type { Database, Queryable } from "../database/database.ts";
import type { SelfCaller } from "../session/caller.ts";
import { endSignIns } from "../sign-in/api.ts";
import { Refusal } from "../http/refusal.ts";
import { requireName } from "../http/require-name.ts";
import { noteOrigin } from "../origin/api.ts";
import type { AuditEvent } from "../audit/audit.ts";
import { changeAvatar, uploadedAvatar } from "./avatar.ts";
import { settingOf } from "./detail.ts";
import { switchTo } from "./rules.ts";

type Edit = InputOf<typeof editUser>;

/** Writes a person's changes of the own profile; a switch only while the membership is really enabled. */
export async function editPerson(
  { db, now, audit, files }: Pick<FastifyInstance, "db" | "now" | "audit" | "files">,
  { caller, edit, password_hash, request, within }: PersonEdit,
): Promise<void> {
  const at = now();
  const avatar = await uploadedAvatar(files, caller, edit);
  await db.transaction().execute(async (trx) => {
    await writePerson(trx, caller, edit, password_hash, at);
    if (avatar !== undefined) await changeAvatar(trx, files, caller.user_id, avatar);
    if (password_hash !== undefined) await endSignIns(trx, caller.user_id, at, caller.session_id);
    await within?.(trx, at);
    for (const event of eventsOf(caller, edit)) await audit.record(request, event, trx);
  });
}

interface PersonEdit {
  caller: SelfCaller;
  edit: Edit;
  /** The hash of the new password; undefined: the old one stays. */
  password_hash: string | undefined;
  request: FastifyRequest;
  /** Work in the same transaction; its error undoes the edit. */
  within?: ((trx: Queryable, at: Date) => Promise<void>) | undefined;
}

async function writePerson(
  trx: Queryable,
  caller: SelfCaller,
  edit: Edit,
  password_hash: string | undefined,
  now: Date,
): Promise<void> {
  const name = edit.name === undefined ? undefined : requireName(edit.name);
  if (name !== undefined) await assertOwnName(trx, caller.user_id, name);
  const active = activeAfter(caller, edit);
  const { gender, mobile, email } = edit;
  const written = await trx
    .updateTable("user")
    .set({
      ...(name !== undefined && { name }),
      ...(gender !== undefined && { gender }),
      ...(mobile !== undefined && { mobile: mobile || null }),
      ...(email !== undefined && { email: email || null }),
      ...(password_hash !== undefined && {
        password_hash,
        must_change_password: false,
        temporary_until: null,
      }),
      ...active,
      updated_at: now,
    })
    .where("id", "=", caller.user_id)
    .$if(active !== undefined, (update) =>
      update.where(({ exists, selectFrom }) =>
        exists(
          selectFrom("membership as m")
            .innerJoin("school as s", "s.id", "m.school_id")
            .select(sql.lit(1).as("held"))
            .where("m.user_id", "=", caller.user_id)
            .where("m.identity", "=", active?.identity ?? null)
            .where("m.school_id", "=", active?.school_id ?? null)
            .where("m.is_abled", "=", true)
            .where("s.is_abled", "=", true),
        ),
      ),
    )
    .returning("id")
    .executeTakeFirst();
  if (written === undefined) throw new Refusal("notAllowed");
  await noteOrigin(trx, {
    ...{ table: "user", key: { id: caller.user_id }, person_id: caller.user_id },
    ...{ how: "self", at: now, fields: NOTED.filter((field) => edit[field] !== undefined) },
  });
}

/** Fields of which it is noted that the person wrote them (AD-02). */
const NOTED = ["name", "gender", "mobile", "email"] as const;

/** Refuses to change a name that a roster gave: the school decides on a correction (ID-11). */
async function assertOwnName(trx: Queryable, userId: string, name: string): Promise<void> {
  const person = await trx
    .selectFrom("user")
    .select(["name", "source"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (person === undefined || person.source === null || person.name === name) return;
  const message = "姓名由学校名册提供，不能自己修改；写错了可以申请更正";
  throw new Refusal("notAllowed", {
    msg: message,
    data: { errors: [{ path: "name", message }] },
  });
}

function activeAfter(
  { person, identity: current }: SelfCaller,
  edit: Edit,
): { identity: Identity; school_id: string } | undefined {
  if (edit.identity === undefined && edit.school_id === undefined) return undefined;
  const identity = edit.identity ?? current;
  const to = switchTo(person.memberships, identity, edit.school_id, person.school_id);
  if ("refused" in to) throw new Refusal(to.refused);
  return identity === null ? undefined : { identity, school_id: to.school_id };
}

/**
 * Writes the given preferences and returns all of them (AP-03, EY-03, HO-07). Rules of eye protection that a guardian has set
 * are not the child's to change (ID-10).
 */
export async function changeSetting(
  db: Database,
  userId: string,
  { theme, appearance, text_size, eye_protection: eye }: InputOf<typeof saveSetting>,
  now: Date,
): Promise<Setting> {
  const isFixed = sql<boolean>`(eye_fixed and exists (
    select from guardian g where g.child_id = "user".id))`;
  const written = await db
    .updateTable("user")
    .set({
      ...(theme !== undefined && { theme }),
      ...(appearance !== undefined && { appearance }),
      ...(text_size !== undefined && { text_size }),
      ...(eye?.mode !== undefined && { eye_mode: eye.mode }),
      ...(eye?.interval !== undefined && { eye_interval: eye.interval }),
      updated_at: now,
    })
    .where("id", "=", userId)
    .$if(eye !== undefined, (update) => update.where(sql<boolean>`not ${isFixed}`))
    .returning([
      "theme",
      "appearance",
      "text_size",
      "eye_mode",
      "eye_interval",
      isFixed.as("eye_fixed"),
    ])
    .executeTakeFirst();
  if (written === undefined) {
    throw new Refusal("notAllowed", { msg: "护眼提醒由爸爸妈妈设定，想改就和他们商量" });
  }
  return settingOf(written);
}

/** Returns the audit's detail of an edit: names of fields, with values only of the active identity and school. */
function eventsOf(
  { user_id }: Pick<SelfCaller, "user_id">,
  edit: InputOf<typeof editUser>,
): AuditEvent[] {
  const { identity, school_id } = edit;
  const given = (names: readonly (keyof typeof edit)[]) =>
    names.filter((name) => edit[name] !== undefined);
  const events: (AuditEvent | false)[] = [
    (identity !== undefined || school_id !== undefined) && {
      action: "switch",
      detail: { identity, school_id },
    },
    edit.password !== undefined && { action: "password-change" },
    changed("contact-change", given(["mobile", "email"])),
    changed("profile-change", given(["name", "gender", "avatar"])),
  ];
  return events
    .filter((event) => event !== false)
    .map((event) => ({ ...event, subject_id: user_id }));
}

function changed(action: AuditEvent["action"], fields: string[]): AuditEvent | false {
  return fields.length > 0 && { action, detail: { fields } };
}
