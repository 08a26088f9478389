import {
  answerInboxItem,
  type InboxItem,
  type NoticeAudience,
  readInbox,
  readSentNotice,
  readUnconfirmed,
  sendNotice,
  type SentNotice,
} from "#contract";
import { makeClass } from "../../test/apps.ts";
import { buildTestApp, type TestApp, type TestAppOptions } from "../../test/build.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";

export const audience = (more: Partial<NoticeAudience>): NoticeAudience => ({
  ...{ identities: ["parent"], grade_ids: [], class_ids: [] },
  ...more,
});

/**
 * A district with two schools, and one elsewhere. School a has classes 31 and 32 of grade 3 and 41 of grade 4: siblings in
 * two of them, a child with parents who live apart, and one without a guardian.
 */
export class NoticeTestApp {
  clock = Date.parse("2026-11-23T02:00:00Z");
  readonly at: TestApp;
  readonly #headers: Record<string, Record<string, string>> = {};

  static async open(
    config: TestAppOptions["config"] = {},
    log?: TestAppOptions["log"],
  ): Promise<NoticeTestApp> {
    const clock: { on?: NoticeTestApp } = {};
    const now = () => new Date(clock.on?.clock ?? 0);
    const at = await buildTestApp({ config, now, ...(log && { log }) });
    const on = new NoticeTestApp(at);
    clock.on = on;
    await on.#fill();
    return on;
  }

  private constructor(at: TestApp) {
    this.at = at;
  }

  async #fill(): Promise<void> {
    const { db } = this.at;
    await makeSchool(db, { id: "d", kind: "district", name: "东区" });
    await makeSchool(db, { id: "a", parent_id: "d", name: "启明小学" });
    await makeSchool(db, { id: "b", parent_id: "d", name: "启明中学" });
    await makeSchool(db, { id: "x", name: "远方小学" });
    const people: [string, [string, "manager" | "teacher" | "student" | "parent" | "admin"][]][] = [
      ["district", [["d", "admin"]]],
      ["manager", [["a", "manager"]]],
      ["manager-x", [["x", "manager"]]],
      ["head31", [["a", "teacher"]]],
      ["teacher", [["a", "teacher"]]],
      ["elder", [["a", "student"]]],
      ["younger", [["a", "student"]]],
      ["apart", [["a", "student"]]],
      ["alone", [["a", "student"]]],
      ["fourth", [["a", "student"]]],
      ["pupil-b", [["b", "student"]]],
      ["mother", [["a", "parent"]]],
      ["father", [["a", "parent"]]],
      ["ma", [["a", "parent"]]],
      ["ba", [["a", "parent"]]],
      ["gran", [["a", "parent"]]],
      [
        "both",
        [
          ["a", "teacher"],
          ["a", "parent"],
        ],
      ],
      ["parent-b", [["b", "parent"]]],
    ];
    for (const [account, held] of people) {
      const memberships = held.map(([school, identity]) => ({ school, identity }));
      await makePerson(db, { id: account, account, name: account, memberships });
    }
    const grade3 = { grade_id: "3" };
    await makeClass(db, "a", {
      ...{ id: "31", ...grade3, heads: ["head31"], students: ["elder", "apart", "alone"] },
    });
    await makeClass(db, "a", { id: "32", ...grade3, students: ["younger"] });
    await makeClass(db, "a", { id: "41", grade_id: "4", students: ["fourth"], heads: ["both"] });
    await makeClass(db, "b", { id: "31", ...grade3, students: ["pupil-b"] });
    await db.updateTable("class").set({ name: "三年级（1）班" }).where("id", "=", "31").execute();
    for (const [child_id, user_id] of [
      ...[
        ["elder", "mother"],
        ["elder", "father"],
        ["younger", "mother"],
      ],
      ...[
        ["apart", "ma"],
        ["apart", "ba"],
        ["fourth", "gran"],
        ["fourth", "both"],
        ["pupil-b", "parent-b"],
      ],
    ] as [string, string][]) {
      await db.insertInto("guardian").values({ child_id, user_id, source: null }).execute();
    }
  }

  async as(account: string, identity?: string) {
    const headers = (this.#headers[account] ??= (await signIn(this.at.app, account)).headers);
    return { headers: { ...headers, ...(identity !== undefined && { identity }) } };
  }

  /** Sends a notice, and carries out what is due. */
  async send(by: string, input: Record<string, unknown>) {
    const given = {
      ...{ school_id: "a", title: "周五秋游", text: "八点集合。\n\n带水。", confirm: "received" },
      ...{ choices: [], guardians: "any", audience: audience({}) },
      ...input,
    };
    const { body } = await send(this.at.app, sendNotice, given, await this.as(by));
    await this.at.app.jobs.runDue();
    return body;
  }

  async notice(by: string, notice_id: string) {
    return (await send(this.at.app, readSentNotice, { notice_id }, await this.as(by))).body.data;
  }

  async inbox(account: string, identity?: string, more = {}): Promise<InboxItem[]> {
    const { body } = await send(this.at.app, readInbox, more, await this.as(account, identity));
    return body.data.items;
  }

  async answer(account: string, child: string | null, choice?: string) {
    const items = await this.inbox(account);
    const item = items.find((one) => (one.child?.id ?? null) === child && one.confirm !== "none");
    const input = { id: item?.id ?? "", ...(choice !== undefined && { choice }) };
    return (await send(this.at.app, answerInboxItem, input, await this.as(account))).body;
  }

  /** Returns who has not confirmed a notice, as `child` or `child: guardian guardian`. */
  async undone(by: string, notice_id: string): Promise<string[]> {
    const { body } = await send(this.at.app, readUnconfirmed, { notice_id }, await this.as(by));
    return body.data.units.map(({ id, guardians }) => {
      const open = guardians.filter(({ is_done }) => !is_done).map(({ name }) => name);
      return open.length === 0 ? id : `${id}: ${open.join(" ")}`;
    });
  }
}

/** The counts of a notice that a list shows. */
export function figures({ people, read, expected, confirmed }: SentNotice) {
  return { people, read, expected, confirmed };
}
