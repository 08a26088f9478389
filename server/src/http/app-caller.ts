import type { Database } from "../database/database.ts";
import type { AppCaller } from "./caller.ts";
import { Refusal } from "./refusal.ts";
import { hashSecret } from "./secret.ts";

/** An app by its id and secret (HTTP Basic). Refused with 40005: 401 would mean that a person's session has ended (ER-08). */
export async function appCaller(
  db: Database,
  authorization: string | undefined,
): Promise<AppCaller> {
  const [scheme, encoded] = authorization?.split(" ") ?? [];
  if (scheme?.toLowerCase() !== "basic" || encoded === undefined) throw new Refusal("notAllowed");
  const [id, ...secret] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  const app = await db
    .selectFrom("app")
    .select("id")
    .where("id", "=", id ?? "")
    .where("secret_hash", "=", hashSecret(secret.join(":")))
    .executeTakeFirst();
  if (app === undefined) throw new Refusal("notAllowed");
  return { app_id: app.id };
}
