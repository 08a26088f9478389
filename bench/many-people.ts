import { sql } from "kysely";
import { readConfig } from "../server/src/platform/config.ts";
import { connectDatabase } from "../server/src/database/connect.ts";
import { migrate } from "../server/src/database/migrate.ts";
import { readStaleNames } from "../server/src/people/api.ts";
import { syncTable } from "../server/src/roster/sync-table.ts";
import { TABLE_SHAPES } from "../server/src/roster/table-shapes.ts";

const A_SCHOOL = 1000;
const SCHOOLS_A_DISTRICT = 50;
/** A school's people in order: its teachers, then pupils, then a parent for each pupil. */
const TEACHERS = 40;
const PUPILS = 480;
const A_CLASS = 40;

const FAMILY_NAMES =
  "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈";
const GIVEN_NAMES =
  "伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂华建国小红梅玉文子涵宇轩浩然欣怡梓萱诗雨晨曦思源一诺若曦俊熙嘉雅婷志远海燕";

export interface PersonOfBench {
  id: string;
  account: string;
  name: string;
  mobile: string | null;
  sourced_id: string;
}

/** People who search for people, by the place that they administer; each gets a session. */
export const LOOKERS = { platform: "u1", district: "u2", school: "u0", class: "u3" } as const;
export const tokenOf = (place: keyof typeof LOOKERS): string => `token-${LOOKERS[place]}`;

export function personOf(n: number): PersonOfBench {
  const place = n % A_SCHOOL;
  const isPupil = place >= TEACHERS && place < TEACHERS + PUPILS;
  const pick = (from: string, times: number) => from[Math.floor(n * times + n / 97) % from.length];
  const given = n % 5 === 0 ? "" : pick(GIVEN_NAMES, 31);
  return {
    id: `u${n}`,
    account: `p${String(n).padStart(6, "0")}`,
    name: `${pick(FAMILY_NAMES, 7)}${pick(GIVEN_NAMES, 13)}${given}`,
    mobile: isPupil ? null : String(13_000_000_000 + n * 4391),
    sourced_id: isPupil ? `G${110_000_000_000 + n * 7919}` : `T${n}`,
  };
}

export interface Filled {
  /** Rows per minute that the roster's writer wrote to "user", with and without reading the names. */
  written: number;
  read: number;
}

/** Fills an empty database with districts of fifty schools of a thousand people, by the roster's writer. */
export async function fillPeople(url: string, people: number): Promise<Filled> {
  const { everySchool: db, close } = await connectDatabase(readConfig({ DATABASE_URL: url }));
  try {
    await migrate(db);
    const rows = Array.from({ length: people }, (_, n) => {
      const isPupil = personOf(n).mobile === null;
      return {
        ...personOf(n),
        birth_date: isPupil ? "2016-09-01" : "1985-05-05",
        is_abled: n % 100 !== 99,
        must_change_password: false,
      };
    });
    const minutes = async (work: () => Promise<unknown>) => {
      const from = performance.now();
      await work();
      return (performance.now() - from) / 60_000;
    };
    const writing = await minutes(() =>
      db.transaction().execute((trx) => syncTable(trx, TABLE_SHAPES.user, "bench", rows, () => {})),
    );
    const reading = await minutes(() => readStaleNames(db));
    for (const statement of belongings(people)) await statement.execute(db);
    return { written: people / writing, read: people / (writing + reading) };
  } finally {
    await close();
  }
}

const TENTHS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
/** The tenths of people who have signed in, all but one; written one by one, before a statement takes too long. */
const SIGNED_IN = TENTHS.filter((tenth) => tenth !== 8);

/** Makes schools, memberships, classes, families, sessions and consents; with some of each state that is searched for. */
function belongings(people: number) {
  const schools = Math.ceil(people / A_SCHOOL);
  const districts = Math.ceil(schools / SCHOOLS_A_DISTRICT);
  const all = sql`generate_series(0, ${people - 1}::int) n`;
  const pupils = sql`${all} where n % 1000 between ${sql.lit(TEACHERS)} and ${sql.lit(TEACHERS + PUPILS - 1)}`;
  const class_ = sql`'c' || n / 1000 || '-' || (n % 1000 - ${sql.lit(TEACHERS)}) / ${sql.lit(A_CLASS)}`;
  const classes = sql`generate_series(0, ${schools - 1}::int) s, generate_series(0, ${PUPILS / A_CLASS - 1}::int) c`;
  return [
    sql`insert into school (id, kind, name) select 'd' || d, 'district', '第' || d || '区' from generate_series(0, ${districts - 1}::int) d`,
    sql`insert into school (id, parent_id, name) select 's' || s, 'd' || s / ${sql.lit(SCHOOLS_A_DISTRICT)}, '第' || s || '学校' from generate_series(0, ${schools - 1}::int) s`,
    sql`insert into membership (school_id, user_id, identity, is_abled, until)
      select 's' || n / 1000, 'u' || n, case when n % 1000 < ${sql.lit(TEACHERS)} then 'teacher'
        when n % 1000 < ${sql.lit(TEACHERS + PUPILS)} then 'student' else 'parent' end, n % 200 <> 77,
        case when n % 1000 = 9 then now() + interval '5 days' end from ${all}`,
    sql`insert into membership (school_id, user_id, identity, sort) values
      ('d0', ${LOOKERS.platform}, 'inner_admin', -1), ('d0', ${LOOKERS.district}, 'admin', -1), ('s0', ${LOOKERS.school}, 'manager', -1)`,
    sql`insert into class (school_id, id, name, grade_id, stage_id) select 's' || s, 'c' || s || '-' || c, c || '班', (c % 6 + 1)::text, 'primary' from ${classes}`,
    sql`insert into class_teacher (school_id, class_id, user_id, is_head) select 's' || s, 'c' || s || '-' || c, 'u' || s * 1000 + c, true from ${classes}`,
    sql`insert into class_student (school_id, class_id, user_id) select 's' || n / 1000, ${class_}, 'u' || n from ${pupils} and n % 100 <> 55`,
    sql`insert into guardian (child_id, user_id) select 'u' || n, 'u' || n + ${sql.lit(PUPILS)} from ${pupils} and n % 100 <> 66`,
    // in tenths as well: each row is noted with the search for its person
    ...TENTHS.map(
      (tenth) => sql`insert into consent (user_id, type, version, given_by)
        select 'u' || n, a.type, a.version, case when a.type = 'child' then 'u' || n end
        from ${all} cross join agreement a where n % 10 = ${sql.lit(tenth)} and n % 100 <> 88
          and (a.type = 'child') = (n % 1000 between ${sql.lit(TEACHERS)} and ${sql.lit(TEACHERS + PUPILS - 1)})`,
    ),
    ...SIGNED_IN.map(
      (tenth) => sql`insert into session (id, token_hash, user_id, client, expires_at)
        select 'x' || n, encode(sha256(convert_to('token-u' || n, 'UTF8')), 'hex'), 'u' || n, 'web', now() + interval '30 days'
        from ${all} where n % 10 = ${sql.lit(tenth)}`,
    ),
    sql`insert into person_lock (user_id, reason, locked_at) select 'u' || n, '待核实', now() from ${all} where n % 5000 = 4321`,
    sql`vacuum analyze`,
  ];
}
