import ICAL from "ical.js";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  applyChange,
  CALENDAR_PATH,
  makeCalendar,
  planTimetable,
  readCalendar,
  revokeCalendar,
} from "#contract";
import { makePerson } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { NoticeTestApp } from "../notice/notice.fixture.ts";

const FILE = [
  "班级,星期,节次,开始,结束,科目,教师,教室,单双周",
  "三年级（1）班,周一,1,08:00,08:40,语文,林岚,301,",
  `三年级（1）班,周二,1,08:00,08:40,"道德, 法治; 与${"很".repeat(25)}长的名字",,"3\\楼",单周`,
  "三年级（1）班,周二,1,08:00,08:40,音乐,,,双周",
].join("\n");
const ZERO = "A".repeat(43);

let on: NoticeTestApp;
beforeAll(async () => {
  on = await NoticeTestApp.open();
  const memberships = [{ school: "a", identity: "teacher" as const }];
  await makePerson(on.at.db, { id: "lan", account: "lan", name: "林岚", memberships });
  const by = await on.as("manager");
  const input = {
    ...{ school_id: "a", name: "课程表.csv", file: Buffer.from(FILE).toString("base64") },
    ...{ first_day: "2026-09-01", last_day: "2027-01-22" },
  };
  const change_id = (await send(on.at.app, planTimetable, input, by)).body.data.change_id ?? "";
  await send(on.at.app, applyChange, { change_id }, by);
  await on.at.app.jobs.runDue();
});
afterAll(() => on.at.close());

const get = (url: string) => on.at.app.inject({ method: "GET", url });
const make = async (by: string, input: { child_id?: string } = {}): Promise<string> =>
  (await send(on.at.app, makeCalendar, input, await on.as(by))).body.data.path;
const madeAt = async (by: string, input: { child_id?: string } = {}) =>
  (await send(on.at.app, readCalendar, input, await on.as(by))).body.data.made_at;
const revoke = async (by: string, input: { child_id?: string } = {}) =>
  send(on.at.app, revokeCalendar, input, await on.as(by));

/** Reads a calendar with a parser that is not ours: each event with its first moments, in UTC. */
function eventsIn(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const zone = calendar.getFirstSubcomponent("vtimezone");
  if (zone === null) throw new Error("the calendar has no time zone");
  ICAL.TimezoneService.register(new ICAL.Timezone(zone), "Asia/Shanghai");
  return calendar.getAllSubcomponents("vevent").map((one) => {
    const event = new ICAL.Event(one);
    const moments: string[] = [];
    const each = event.iterator();
    for (let at = each.next(); at; at = each.next()) moments.push(at.toJSDate().toISOString());
    return { event, moments };
  });
}

describe("an address of one's own calendar (HO-03)", () => {
  test("is neither made nor taken back without its entry in the audit", async () => {
    await make("elder");
    const before = await madeAt("elder");
    const record = vi.spyOn(on.at.app.audit, "record").mockRejectedValue(new Error("no room"));
    onTestFinished(() => record.mockRestore());
    on.clock += 1000;
    const refused = await send(on.at.app, makeCalendar, {}, await on.as("elder"));
    expect([refused.status, (await revoke("elder")).status]).toEqual([500, 500]);
    expect(await madeAt("elder")).toBe(before);
  });

  test("gives a calendar that another program reads, the same each time", async () => {
    const path = await make("elder");
    const answer = await get(path);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("text/calendar; charset=utf-8");
    expect(answer.headers["cache-control"]).toBe("private, no-store");
    expect(answer.body.split("\r\n").every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    expect(answer.body.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect((await get(path)).body).toBe(answer.body);
    const events = eventsIn(answer.body);
    const [chinese, music, ethics] = events;
    expect(events.map(({ event }) => event.summary)).toEqual([
      "语文",
      "音乐",
      `道德, 法治; 与${"很".repeat(25)}长的名字`,
    ]);
    expect(chinese?.event.location).toBe("301");
    expect(ethics?.event.location).toBe("3\\楼");
    expect(chinese?.event.description).toBe("第 1 节\n林岚");
    expect(chinese?.event.duration.toString()).toBe("PT40M");
    // Mondays from the first in the term to the last; the term begins on a Tuesday of an odd week
    expect(chinese?.moments[0]).toBe("2026-09-07T00:00:00.000Z");
    expect(chinese?.moments.at(-1)).toBe("2027-01-18T00:00:00.000Z");
    expect(chinese?.moments).toHaveLength(20);
    expect(ethics?.moments.slice(0, 2)).toEqual([
      "2026-09-01T00:00:00.000Z",
      "2026-09-15T00:00:00.000Z",
    ]);
    expect(music?.moments.slice(0, 2)).toEqual([
      "2026-09-08T00:00:00.000Z",
      "2026-09-22T00:00:00.000Z",
    ]);
    expect(new Set(events.map(({ event }) => event.uid)).size).toBe(3);
  });

  test("is a teacher's own lessons, and a parent's for each child", async () => {
    expect(eventsIn((await get(await make("lan"))).body).map(({ event }) => event.summary)).toEqual(
      ["语文 三年级（1）班"],
    );
    const [first, second] = [
      await make("mother", { child_id: "elder" }),
      await make("mother", { child_id: "younger" }),
    ];
    expect(eventsIn((await get(first)).body)).toHaveLength(3);
    expect((await get(first)).body).toContain("X-WR-CALNAME:elder的课程表");
    // a calendar without a lesson is one still
    expect(eventsIn((await get(second)).body)).toEqual([]);
    const apart = { child_id: "apart" };
    expect((await send(on.at.app, makeCalendar, apart, await on.as("mother"))).status).toBe(404);
    expect((await send(on.at.app, makeCalendar, apart, await on.as("elder"))).status).toBe(404);
  });

  test("is one: a new one replaces the old, and a revoked one answers as one that never was", async () => {
    const old = await make("alone");
    const path = await make("alone");
    expect(path).not.toBe(old);
    expect(await madeAt("alone")).toBe(new Date(on.clock).toISOString());
    const absent = await get(`${CALENDAR_PATH}${ZERO}.ics`);
    expect([absent.statusCode, absent.headers["cache-control"]]).toEqual([
      404,
      "private, no-store",
    ]);
    for (const gone of [old, `${path}x`, path.toUpperCase(), path.replace(".ics", "")]) {
      const { statusCode, body } = await get(gone);
      expect([statusCode, body === absent.body || gone !== old]).toEqual([404, true]);
    }
    expect((await revoke("alone")).body.data).toEqual({ made_at: null });
    const told = await get(path);
    expect([told.statusCode, told.body, told.headers]).toEqual([
      ...[404, absent.body],
      { ...absent.headers, ...pick(told.headers) },
    ]);
    expect((await revoke("alone")).status).toBe(200);
    expect(await madeAt("alone")).toBeNull();
  });

  test("keeps only the hash of the secret", async () => {
    const path = await make("fourth");
    const secret = path.slice(CALENDAR_PATH.length, -".ics".length);
    expect(Buffer.from(secret, "base64url")).toHaveLength(32);
    const rows = await on.at.db.selectFrom("calendar_address").selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test.each([
    ["the membership of a pupil", "apart", {}, { user_id: "apart" }],
    ["a child's, for a parent", "ma", { child_id: "apart" }, { user_id: "apart" }],
  ])("ends with %s, and does not come back with it", async (_name, by, input, member) => {
    const { db } = on.at;
    const path = await make(by, input);
    expect((await get(path)).statusCode).toBe(200);
    const set = (is_abled: boolean) =>
      db
        .updateTable("membership")
        .set({ is_abled })
        .where("user_id", "=", member.user_id)
        .where("school_id", "=", "a")
        .execute();
    await set(false);
    expect((await get(path)).statusCode).toBe(404);
    await set(true);
    expect((await get(path)).statusCode).toBe(404);
  });

  test("ends when a parent is a guardian no more, and while an account is disabled", async () => {
    const { db } = on.at;
    const path = await make("gran", { child_id: "fourth" });
    await db.deleteFrom("guardian").where("user_id", "=", "gran").execute();
    expect((await get(path)).statusCode).toBe(404);
    const own = await make("head31");
    await db.updateTable("user").set({ is_abled: false }).where("id", "=", "head31").execute();
    expect((await get(own)).statusCode).toBe(404);
  });

  test("is read some times a minute, and what is not there is not asked for without end", async () => {
    const path = await make("elder");
    const codes = [];
    for (let turn = 0; turn < 31; turn += 1) codes.push((await get(path)).statusCode);
    expect([codes.slice(0, 30).every((code) => code === 200), codes[30]]).toEqual([true, 429]);
    for (let turn = 0; turn < 60; turn += 1) await get(`${CALENDAR_PATH}${ZERO}.ics`);
    const answer = await get(`${CALENDAR_PATH}${ZERO}.ics`);
    expect([answer.statusCode, Number(answer.headers["retry-after"]) > 0]).toEqual([429, true]);
  });
});

/** Headers that differ from request to request. */
function pick({ date, "x-request-id": id }: Record<string, unknown>) {
  return { ...(date !== undefined && { date }), ...(id !== undefined && { "x-request-id": id }) };
}
