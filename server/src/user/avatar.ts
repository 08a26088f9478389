import type { FastifyInstance } from "fastify";
import { type editUser, fileKeyOf, fileUrl, type InputOf } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { SelfCaller } from "../session/caller.ts";
import { badField, Refusal } from "../http/refusal.ts";

type Files = FastifyInstance["files"];

/**
 * Returns the key of the avatar in an edit, inspected and kept; null removes the avatar, undefined leaves it. Accepts
 * only what the person has uploaded as an avatar, never an address elsewhere.
 */
export async function uploadedAvatar(
  files: Files,
  { user_id, person }: SelfCaller,
  { avatar }: Pick<InputOf<typeof editUser>, "avatar">,
): Promise<string | null | undefined> {
  if (avatar === undefined || avatar === person.avatar) return undefined;
  if (avatar === "") return null;
  const key = fileKeyOf(avatar);
  if (key === undefined) throw refused();
  try {
    await files.finish(user_id, key);
  } catch (error) {
    if (error instanceof Refusal && error.refusal === "notFound") throw refused();
    throw error;
  }
  return key;
}

/** Replaces the avatar; the old file is released. */
export async function changeAvatar(
  trx: Queryable,
  files: Files,
  userId: string,
  key: string | null,
): Promise<void> {
  const { avatar } = await trx
    .selectFrom("user")
    .select("avatar")
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const old = fileKeyOf(avatar ?? "");
  if (old === key) return;
  if (key !== null) await files.hold(trx, { user_id: userId, purpose: "avatar" }, [key]);
  if (old !== undefined) await files.release(trx, [old]);
  await trx
    .updateTable("user")
    .set({ avatar: key === null ? null : fileUrl(key) })
    .where("id", "=", userId)
    .execute();
}

function refused(): Refusal {
  return badField("avatar", "头像须是刚上传的图片");
}
