import type { FastifyInstance } from "fastify";
import { type NoticeAlerts, readNoticeAlerts, saveNoticeAlert } from "#contract";
import { badField } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { readVapidKey, subscriptionOf } from "../notice/api.ts";
import { maskEmail, maskMobile } from "../platform/mask.ts";
import type { SelfCaller } from "../session/caller.ts";
import { verifiedContacts } from "../sign-in/api.ts";

const COLUMNS = { email: "notice_mail", mobile: "notice_sms" } as const;

/** Serves a person's choice of e-mail and SMS beside notices (IN-05). */
export async function noticeAlertRoutes(app: FastifyInstance): Promise<void> {
  serve(app, readNoticeAlerts, ({ caller }) => alertsOf(app, caller));

  serve(app, saveNoticeAlert, async ({ input: { channel, is_on }, caller }) => {
    const { [channel]: known } = await alertsOf(app, caller);
    if (is_on && !known.is_offered) refuse("平台还不能这样提醒");
    if (is_on && !known.is_verified) {
      refuse(channel === "email" ? "请先填写邮箱并验证" : "请先填写手机号并验证");
    }
    await app.db
      .updateTable("user")
      .set({ [COLUMNS[channel]]: is_on, updated_at: app.now() })
      .where("id", "=", caller.user_id)
      .execute();
    return alertsOf(app, caller);
  });
}

async function alertsOf(
  { db, delivery }: FastifyInstance,
  { user_id, session_id, person }: SelfCaller,
): Promise<NoticeAlerts> {
  const [verified, push, vapid, chosen] = await Promise.all([
    verifiedContacts(db, user_id, person),
    subscriptionOf(db, session_id),
    readVapidKey(db),
    db
      .selectFrom("user")
      .select(["notice_mail", "notice_sms"])
      .where("id", "=", user_id)
      .executeTakeFirst(),
  ]);
  const of = (channel: "email" | "mobile") => ({
    is_offered: delivery.alertChannels.includes(channel),
    shown: channel === "email" ? maskEmail(person.email) : maskMobile(person.mobile),
    is_verified: verified.includes(channel),
    is_on: chosen?.[COLUMNS[channel]] ?? false,
  });
  return {
    email: of("email"),
    mobile: of("mobile"),
    push: { key: vapid.publicKey, ...push },
  };
}

function refuse(message: string): never {
  throw badField("is_on", message);
}
