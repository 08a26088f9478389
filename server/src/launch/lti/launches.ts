import type { Queryable } from "../../database/database.ts";
import { hashSecret } from "../../platform/secret.ts";
import { issueTicket, type TicketHolder } from "../tickets.ts";
import { messageHintOf, initiationUrl } from "./rules.ts";
import type { Tool } from "./tool.ts";

/** The target of a launch: the tool itself, a thing in it, or the choice of things. */
export interface Message {
  message: "resource" | "deep-link";
  class_id: string | null;
  item_id: string | null;
}

/** Returns the tool's login initiation address, with a hint that is valid once and for 60 seconds (LA-02). */
export async function beginLaunch(
  db: Queryable,
  {
    tool,
    holder,
    message,
    target,
    issuer,
  }: {
    tool: Tool;
    holder: TicketHolder;
    message: Message;
    target: string;
    issuer: string;
  },
  now: Date,
): Promise<string> {
  const { entry, settings } = tool;
  const hint = await issueTicket(db, { caller: holder, app_id: entry.id }, now);
  await db
    .insertInto("lti_launch")
    .values({ ticket_hash: hashSecret(hint), ...message })
    .execute();
  return initiationUrl(settings.login_initiation_url, {
    iss: issuer,
    login_hint: hint,
    target_link_uri: target,
    lti_message_hint: messageHintOf(hint),
    lti_deployment_id: settings.deployment_id,
    client_id: entry.id,
  });
}

export async function readMessage(db: Queryable, hint: string): Promise<Message | undefined> {
  return db
    .selectFrom("lti_launch")
    .select(["message", "class_id", "item_id"])
    .where("ticket_hash", "=", hashSecret(hint))
    .executeTakeFirst();
}
