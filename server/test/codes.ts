import type { FastifyInstance } from "fastify";
import { sendCode, type CodeUse } from "#contract";
import type { Database } from "../src/database/database.ts";
import { send } from "./send.ts";

/** Returns the code that was last sent to this receiver, as the operator reads it; undefined when none was. */
export async function codeIn(db: Database, receiver: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("outbox")
    .select("code")
    .where("receiver", "=", receiver)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.code ?? undefined;
}

/** Asks for a code and returns it; a wrong one where none was sent. */
export async function getCode(
  app: FastifyInstance,
  receiver: string,
  use: CodeUse,
  options: Parameters<typeof send>[3] = {},
): Promise<string> {
  const { body } = await send(app, sendCode, { receiver, use }, options);
  if (body.code !== 200) throw new Error(`no code: ${body.code} ${body.msg}`);
  await app.background.settle();
  return (await codeIn(app.db, receiver)) ?? "000000";
}

/** Returns a code of the right form that is not this one. */
export function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, "0");
}
