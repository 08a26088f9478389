import { chinaDay, type Change, ERASURE_GRACE_DAYS } from "#contract";
import { planRows, rightOf } from "../server/src/change-set/kinds/kinds.ts";
import { writeRows } from "../server/src/change-set/write-rows.ts";
import type { Queryable } from "../server/src/database/database.ts";
import { noteLeavers } from "../server/src/people/note-leavers.ts";
import { putOffErasure } from "../server/src/privacy/api.ts";
import { askForErasure } from "../server/src/privacy/requests.ts";
import { OrganisationTree } from "../server/src/rights/organisations.ts";
import { insertGrant } from "../server/src/rights/grants.ts";
import { heldOf } from "../server/src/rights/queries.ts";
import { scopeOf } from "../server/src/rights/rules.ts";
import { derivedId } from "../server/src/roster/derived-id.ts";
import { namedId } from "./generate/named-people.ts";
import { JUNIOR, PRIMARY } from "./generate/schools.ts";

const MS_PER_DAY = 86_400_000;
/** The days for which a platform keeps people who have left, by default. */
const LEAVER_DAYS = 365;
/** The account that did all of it: the district's administrator. */
const ACTOR = "wangfang";

/**
 * Gives the people of `generate/mess.ts` the events of a term: locked accounts, pupils who leave, substitutes and rights
 * that end. Days are counted from `now`; `source` is that of their roster.
 */
export async function makeMess(trx: Queryable, source: string, now: Date): Promise<void> {
  const user = (account: string) => derivedId(source, "user", namedId(account));
  const [primary, junior] = [PRIMARY, JUNIOR].map(({ id }) => derivedId(source, "school", id));
  if (primary === undefined || junior === undefined) throw new Error("The demo has two schools");
  const after = (days: number) => new Date(now.getTime() + days * MS_PER_DAY);
  const day = (days: number) => chinaDay(after(days));

  const changes: Change[] = [
    {
      ...{ kind: "account-state", user_ids: [user("weizimo")], is_abled: false },
      ...{ reason: "账号借给同学使用", until: day(20) },
    },
    {
      ...{ kind: "account-state", user_ids: [user("fengliqun")], is_abled: false },
      reason: "已离岗，等待交接",
    },
    {
      ...{ kind: "membership-until", school_id: primary, identity: "teacher" },
      ...{ user_ids: [user("hanruoxi")], until: day(10) },
    },
    {
      ...{ kind: "membership-until", school_id: junior, identity: "teacher" },
      ...{ user_ids: [user("luoxiaofeng")], until: day(45) },
    },
    // whom the roster has as well
    {
      ...{ kind: "person-make", school_id: primary, identity: "student", account: "xujiashu2" },
      ...{ name: "许嘉树", gender: "male", birth_date: "2018-11-02", is_other: true },
    },
  ];
  for (const change of changes) await carryOut(trx, user(ACTOR), change, now);

  const grant = async (account: string, bundle_id: string, since: number, until: number | null) =>
    insertGrant(trx, {
      ...{ user_id: user(account), right_name: null, bundle_id },
      ...{ place_kind: "school", school_id: primary, part_id: "" },
      ...{ until: until === null ? null : after(until), created_at: after(since) },
      ...{ given_by: user(ACTOR), rests_on_school_id: primary, rests_on_identity: "teacher" },
    });
  await grant("tanjingyi", "academic", -80, 6);
  await grant("jiangwenbo", "informant", -100, -9);
  await grant("helanzhi", "support", -120, null);

  for (const [account, dueIn] of [
    ["zhuyunfei", 3],
    ["zoukexin", 10],
  ] as const) {
    const membership = { school_id: primary, identity: "student", is_abled: false } as const;
    const left: Change = { kind: "membership-state", user_ids: [user(account)], ...membership };
    await carryOut(trx, user(ACTOR), left, now);
    await noteLeavers(trx, after(dueIn - LEAVER_DAYS));
  }

  await askForErasure(trx, {
    ...{ user_id: user("dongzihan"), requested_by: user("dongjianhua") },
    ...{ now: after(5 - ERASURE_GRACE_DAYS), due_at: after(5) },
  });
  await putOffErasure(trx, {
    ...{ user_id: user("dongzihan"), by: user(ACTOR), school_id: junior, now },
    reason: "毕业学籍档案尚未移交",
  });
}

/** Plans a change as its maker would, and writes its rows. */
async function carryOut(trx: Queryable, actor: string, change: Change, now: Date): Promise<void> {
  const organisations = await new OrganisationTree(trx, () => now).tree();
  const [holder] = await heldOf(trx, [actor], { isSeparate: false, now });
  const held = holder?.held ?? [];
  const scope = scopeOf(held, rightOf(change.kind), organisations, now);
  if (scope === undefined) throw new Error(`${ACTOR} may not do ${change.kind}`);
  const planning = {
    db: trx,
    actor: { user_id: actor, held },
    scope,
    organisations,
    isSeparate: false,
    now,
  };
  const planned = await planRows(planning, change);
  const rows = [...planned.rows].map((row, seq) => ({ ...row, seq }));
  const written = await writeRows(trx, rows);
  if (written.size < rows.length) throw new Error(`${change.kind} was not written whole`);
}
