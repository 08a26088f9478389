import type { FastifyInstance } from "fastify";
import { markNoticesSeen, NOTICE_DAYS, NOTICES_AT_ONCE, readNotices } from "#contract";
import { sql } from "kysely";
import { serve } from "../http/serve.ts";
import { findNotices } from "./queries.ts";
import { noticeOf } from "./words.ts";

/** Lets handlers read the names of schools that answer for notices, which the person may have left. */
const ACROSS = { across: "personal-data" } as const;

/** Serves a person's own notices: what others did to the account (AD-12, AD-18). */
export async function personNoticeRoutes(app: FastifyInstance): Promise<void> {
  serve(
    app,
    readNotices,
    async ({ caller }) => {
      const found = await findNotices(app.db, caller, { unseen: false, limit: NOTICES_AT_ONCE });
      return { notices: found.map((row) => noticeOf(row, caller)), days: NOTICE_DAYS };
    },
    ACROSS,
  );

  serve(app, markNoticesSeen, async ({ input: { ids }, caller: { user_id } }) => {
    await app.db
      .updateTable("person_notice")
      .set({ seen_at: app.now() })
      .where("user_id", "=", user_id)
      .where("seen_at", "is", null)
      .where(sql<boolean>`id = any (${ids}::text[])`)
      .execute();
    return {};
  });
}
