import { timingSafeEqual } from "node:crypto";
import type { Database } from "../database/database.ts";
import type { AppCaller } from "./caller.ts";
import { Refusal } from "./refusal.ts";
import { hashSecret } from "../platform/secret.ts";

/** What a catalogue id cannot hold is not looked for: a database refuses some of it as text. */
const ID = /^[\w.-]{1,64}$/;
/** Compared with when there is no such app, so that the time says nothing either; no secret has this hash. */
const NO_HASH = "0".repeat(64);

/** An app by its id and secret (HTTP Basic). Refused with 40005: 401 would mean that a person's session has ended (ER-08). */
export async function appCaller(
  db: Database,
  authorization: string | undefined,
): Promise<AppCaller> {
  const [scheme, encoded = ""] = authorization?.split(" ") ?? [];
  if (scheme?.toLowerCase() !== "basic") throw new Refusal("notAllowed");
  const [id = "", ...secret] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  const app = ID.test(id)
    ? await db.selectFrom("app").select("secret_hash").where("id", "=", id).executeTakeFirst()
    : undefined;
  const given = Buffer.from(hashSecret(secret.join(":")));
  const kept = Buffer.from(app?.secret_hash ?? NO_HASH);
  if (!timingSafeEqual(given, kept)) throw new Refusal("notAllowed");
  return { app_id: id };
}
