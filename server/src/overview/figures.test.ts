import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chinaDay, isChild } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makeSchool } from "../../test/people.ts";
import { ownAndChildInForce } from "../consent/api.ts";
import { COUNTED, daysUpTo } from "./figures.ts";
import { type Figures, readFigures } from "./figures-cache.ts";

const NOW = new Date("2026-11-20T09:00:00Z");
const SCHOOLS = ["a", "b", "c", "d"];
const PEOPLE = 400;

let at: TestApp;
beforeAll(async () => {
  at = await buildTestApp({ now: () => NOW });
  for (const id of SCHOOLS) await makeSchool(at.db, { id });
  await fill();
});
afterAll(() => at.close());

/** Makes people of every kind that the figures tell apart, by remainders of their numbers. */
async function fill(): Promise<void> {
  const all = sql`generate_series(0, ${PEOPLE - 1}::int) n`;
  const school = sql`(array['a', 'b', 'c', 'd'])[n % 4 + 1]`;
  const other = sql`(array['a', 'b', 'c', 'd'])[(n + 1) % 4 + 1]`;
  const identity = sql`case when n % 5 < 2 then 'student' when n % 5 = 2 then 'teacher' when n % 5 = 3 then 'parent' else 'manager' end`;
  for (const statement of [
    sql`insert into "user" (id, account, name, birth_date) select 'u' || n, 'u' || n, '人' || n, case n % 7
      when 0 then null when 1 then date '2012-11-20' when 2 then date '2012-11-21' when 3 then date '1980-02-29' else date '2017-05-05' end
      from ${all}`,
    sql`insert into membership (school_id, user_id, identity, is_abled) select ${school}, 'u' || n, ${identity}, n % 11 <> 3 from ${all}`,
    // some are at two schools
    sql`insert into membership (school_id, user_id, identity, sort) select ${other}, 'u' || n, ${identity}, 1 from ${all} where n % 9 = 4`,
    sql`insert into class (school_id, id, name, grade_id, stage_id, is_abled) select s, 'k' || g, g || '班', g::text, 'primary', g <> 5
      from unnest(array['a', 'b', 'c', 'd']) s, generate_series(1, 9) g`,
    sql`insert into class_student (school_id, class_id, user_id) select ${school}, 'k' || (n / 5 % 9 + 1), 'u' || n from ${all}
      where n % 5 < 2 and n % 13 <> 6`,
    sql`insert into guardian (child_id, user_id) select 'u' || n, 'u' || n + 3 from ${all} where n % 5 = 0 and n % 3 = 0`,
    sql`insert into consent (user_id, type, version) select 'u' || n, a.type, v from ${all} cross join (
      select distinct on (type) type, version from agreement where effective_at <= ${NOW} order by type, version desc) a
      cross join lateral (values (a.version), (a.version + 1)) given (v)
      where (n + length(a.type)) % 6 <> 1 and (v = a.version or n % 17 = 2)`,
    // at the edges of the days, before all of them, and twice on one
    sql`insert into session (id, token_hash, user_id, client, created_at, expires_at, ended_at, end_reason)
      select 'x' || n || '-' || t, 'x' || n || '-' || t, 'u' || n, 'web',
        timestamptz '2026-11-06T15:59:59.999Z' + n % 16 * interval '1 day' + t * interval '1 ms', now(), now(), 'replaced'
      from ${all}, generate_series(0, 2) t where n % 3 <> 1`,
  ]) {
    await statement.execute(at.db);
  }
}

/** Returns the same figures, counted person by person from the tables as they are. */
async function slowly(): Promise<Figures> {
  const read = async <Row>(table: string) =>
    (await sql<Row>`select * from ${sql.table(table)}`.execute(at.db)).rows;
  const [people, members, classes, placed, guardians, consents, sessions] = await Promise.all([
    read<{ id: string; birth_date: string | null }>("user"),
    read<{ school_id: string; user_id: string; identity: string; is_abled: boolean }>("membership"),
    read<{ school_id: string; id: string; grade_id: string; is_abled: boolean }>("class"),
    read<{ school_id: string; class_id: string; user_id: string }>("class_student"),
    read<{ child_id: string }>("guardian"),
    read<{ user_id: string; type: string; version: number }>("consent"),
    read<{ user_id: string; created_at: Date }>("session"),
  ]);
  const { own, child } = await ownAndChildInForce(at.db, NOW);
  const days = daysUpTo(NOW);
  const classesOf = (user_id: string) =>
    placed
      .filter((one) => one.user_id === user_id)
      .flatMap((one) =>
        classes.filter(
          ({ school_id, id, is_abled }) =>
            school_id === one.school_id && id === one.class_id && is_abled,
        ),
      );
  const misses = (user_id: string) => {
    const birth_date = people.find(({ id }) => id === user_id)?.birth_date ?? null;
    const is_pupil = members.some((one) => one.user_id === user_id && one.identity === "student");
    const grades = classesOf(user_id).map(({ grade_id }) => grade_id);
    return (isChild({ birth_date, is_pupil, grades }, NOW) ? child : own).some(
      ({ type, version }) =>
        !consents.some(
          (one) => one.user_id === user_id && one.type === type && one.version === version,
        ),
    );
  };
  const figures: Figures = {
    ...{ days, people: [], signIns: [], pupils: new Map(), consents: new Map() },
    schools: new Map(),
  };
  for (const school_id of SCHOOLS) {
    const here = members.filter((one) => one.school_id === school_id && one.is_abled);
    for (const identity of COUNTED) {
      const those = here.filter((one) => one.identity === identity).map(({ user_id }) => user_id);
      figures.people.push({ school_id, identity, people: those.length });
      const counts = days.map(
        (day) =>
          those.filter((id) =>
            sessions.some((one) => one.user_id === id && chinaDay(one.created_at) === day),
          ).length,
      );
      figures.signIns.push({ school_id, identity, counts });
    }
    const pupils = here.filter(({ identity }) => identity === "student");
    (figures.pupils as Map<string, unknown>).set(school_id, {
      school_id,
      no_class: pupils.filter(
        ({ user_id }) => !classesOf(user_id).some((one) => one.school_id === school_id),
      ).length,
      no_guardian: pupils.filter(
        ({ user_id }) => !guardians.some(({ child_id }) => child_id === user_id),
      ).length,
    });
    const missing = here.filter(({ user_id }) => misses(user_id));
    const ofPupils = missing.filter(({ identity }) => identity === "student").length;
    const others = missing.length - ofPupils;
    (figures.consents as Map<string, unknown>).set(school_id, {
      ...{ school_id, pupils: ofPupils, others },
    });
  }
  return figures;
}

describe("the figures of schools (AD-22)", () => {
  test.each([
    ["looked up portion by portion", Number.POSITIVE_INFINITY],
    ["compared in whole tables", 0],
  ])("%s are those counted person by person", async (_way, comparedFrom) => {
    const expected = await slowly();
    const { schools, ...figures } = await readFigures(at.db, SCHOOLS, NOW, comparedFrom);
    const inOrder = <T extends { school_id: string; identity: string }>(rows: readonly T[]) =>
      rows.toSorted((one, other) =>
        `${one.school_id} ${one.identity}` < `${other.school_id} ${other.identity}` ? -1 : 1,
      );
    expect(inOrder(figures.people)).toEqual(inOrder(expected.people));
    expect(inOrder(figures.signIns)).toEqual(inOrder(expected.signIns));
    expect(figures.pupils).toEqual(expected.pupils);
    expect(figures.consents).toEqual(expected.consents);
    expect([...schools.keys()].toSorted()).toEqual(SCHOOLS);
    // the people are not all of a kind
    for (const { no_class, no_guardian } of expected.pupils.values()) {
      expect(Math.min(no_class, no_guardian)).toBeGreaterThan(0);
    }
    expect(expected.signIns.flatMap(({ counts }) => counts)).toContain(0);
  });
});
