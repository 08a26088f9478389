import { sql } from "kysely";
import type { Queryable } from "../server/src/database/database.ts";
import type { AppItemBody } from "../server/src/database/tables/app-data.ts";

interface DemoCard {
  app_id: string;
  key: string;
  body: AppItemBody;
}

const MEDAL: DemoCard = {
  app_id: "medals",
  key: "reader",
  body: { card: "medal", title: "阅读之星", note: "十一月读完 6 本书" },
};
const READING: DemoCard = {
  app_id: "reading",
  key: "week",
  body: { card: "figure", title: "本周读了", value: "3", unit: "本", note: "比上周多 1 本" },
};
const EYESIGHT: DemoCard = {
  app_id: "eyesight",
  key: "2026-09",
  body: {
    card: "list",
    title: "九月视力检查",
    lines: [
      { text: "左眼", note: "5.0" },
      { text: "右眼", note: "4.9" },
    ],
  },
};

/** Cards that apps have sent for the growth records of named pupils, by account. */
export const DEMO_GROWTH: Readonly<Record<string, readonly DemoCard[]>> = {
  linxiaoman: [MEDAL, READING, EYESIGHT],
  zhaoyifan: [READING, EYESIGHT],
  zhaoyinuo: [MEDAL, EYESIGHT],
};

/** Writes these cards, for each school at which the person is a pupil; those that are there stay. */
export async function giveGrowth(trx: Queryable, source: string, now: Date): Promise<void> {
  for (const [account, cards] of Object.entries(DEMO_GROWTH)) {
    for (const { app_id, key, body } of cards) {
      await sql`insert into app_item (user_id, identity, school_id, app_id, kind, key, version, body, is_gone, updated_at)
        select u.id, m.identity, m.school_id, ${app_id}, 'card', ${key}, 1, ${JSON.stringify(body)}::jsonb, false, ${now}
        from "user" u join membership m on m.user_id = u.id and m.identity = 'student'
        where u.source = ${source} and u.account = ${account}
        on conflict do nothing`.execute(trx);
    }
  }
}
