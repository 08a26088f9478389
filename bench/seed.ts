import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { DEMO_SOURCE } from "../demo/load.ts";
import { loadLessons } from "../demo/lessons/load-lessons.ts";
import { upsertCatalogue, type CatalogueToSave } from "../server/src/catalogue/entry.ts";
import { readConfig } from "../server/src/platform/config.ts";
import { connectDatabase } from "../server/src/database/connect.ts";
import { migrate } from "../server/src/database/migrate.ts";
import { hashPassword } from "../server/src/platform/password-hash.ts";

export const SEED_PASSWORD = "xuemen-2026";
const A_SCHOOL = 1000;
const A_CLASS = 40;
/** The teachers among a school's people; the others are pupils. */
const TEACHERS_A_SCHOOL = 40;
/** Schools whose people come by one statement: all at once would take longer than a statement may. */
const SCHOOLS_AT_ONCE = 20;

const CATALOGUE = new URL("../demo/catalogue/catalogue.json", import.meta.url);

/** A teacher of the seeded schools, who heads a class. */
export interface Teacher {
  account: string;
  token: string;
  class_id: string;
}

/**
 * Fills an empty database with schools of a thousand people each, all signed in, with consents, opened apps and
 * feedback, besides the demo's apps and lessons. Returns teachers, spread over the schools.
 */
export async function seedPeople(url: string, people: number, wanted: number): Promise<Teacher[]> {
  const { everySchool: db, close } = await connectDatabase(readConfig({ DATABASE_URL: url }));
  try {
    await migrate(db);
    const { categories, apps } = JSON.parse(readFileSync(CATALOGUE, "utf8")) as CatalogueToSave;
    const open = apps.map(({ id, category_id, name, icon, icon_mono, roles, sort }) => {
      const url = `https://app.example/${id}`;
      return {
        id,
        category_id,
        name,
        icon,
        icon_mono,
        roles: roles ?? [],
        sort: sort ?? 0,
        launch: "link" as const,
        url,
      };
    });
    await db.transaction().execute((trx) => upsertCatalogue(trx, { categories, apps: open }));
    await loadLessons(db, DEMO_SOURCE, () => {});
    const hash = await hashPassword(SEED_PASSWORD);
    const schools = Math.ceil(people / A_SCHOOL);
    const classes = (A_SCHOOL - TEACHERS_A_SCHOOL) / A_CLASS;
    for (let first = 0; first < schools; first += SCHOOLS_AT_ONCE) {
      const last = Math.min(first + SCHOOLS_AT_ONCE, schools) - 1;
      const toPerson = Math.min((last + 1) * A_SCHOOL, people) - 1;
      const ofSchools = sql`generate_series(${first}::int, ${last}::int)`;
      const ofPeople = sql`generate_series(${first * A_SCHOOL}::int, ${toPerson}::int)`;
      const members = sql`${ofPeople} n join membership m on m.user_id = 'u' || n`;
      // person n is of school n / 1000; the first forty of each are its teachers
      for (const statement of [
        sql`insert into school (id, name, stage_ids) select 's' || n, '第' || n || '学校', '{2}' from ${ofSchools} n`,
        sql`insert into "user" (id, account, name, password_hash, birth_date, mobile) select 'u' || n, 'person' || n, '人' || n, ${hash}, '1990-01-01', (13000000000 + n)::text from ${ofPeople} n`,
        sql`insert into membership (school_id, user_id, identity) select 's' || n / 1000, 'u' || n, case when n % 1000 < ${sql.lit(TEACHERS_A_SCHOOL)} then 'teacher' else 'student' end from ${ofPeople} n`,
        sql`insert into class (school_id, id, name, grade_id, stage_id) select 's' || s, 'c' || s || '-' || c, c || '班', '3', '2' from ${ofSchools} s, generate_series(0, ${classes - 1}::int) c`,
        sql`insert into class_teacher (school_id, class_id, user_id, is_head) select 's' || s, 'c' || s || '-' || c, 'u' || s * 1000 + c, true from ${ofSchools} s, generate_series(0, ${classes - 1}::int) c`,
        sql`insert into class_student (school_id, class_id, user_id) select 's' || n / 1000, 'c' || n / 1000 || '-' || (n % 1000 - ${sql.lit(TEACHERS_A_SCHOOL)}) / ${sql.lit(A_CLASS)}, 'u' || n from ${ofPeople} n where n % 1000 >= ${sql.lit(TEACHERS_A_SCHOOL)}`,
        sql`insert into consent (user_id, type, version) select 'u' || n, a.type, a.version from ${ofPeople} n cross join agreement a`,
        sql`insert into session (id, token_hash, user_id, client, expires_at) select 'x' || n, encode(sha256(convert_to('token-' || n, 'UTF8')), 'hex'), 'u' || n, 'web', now() + interval '30 days' from ${ofPeople} n`,
        sql`insert into quick_app (user_id, identity, app_ids) select m.user_id, m.identity, (select array_agg(id) from (select id from app order by id limit 6) a) from ${members}`,
        sql`insert into app_use (user_id, identity, app_id, used_at) select m.user_id, m.identity, a.id, now() from ${members} cross join (select id from app order by id limit 4) a`,
        sql`insert into feedback_thread (school_id, id, user_id, identity, assigned_school_id, kind, title, created_at, updated_at) select school_id, 'f' || user_id, user_id, identity, school_id, 'problem', '打不开', now(), now() from ${members} where hashtext(user_id) % 10 = 0`,
      ]) {
        await statement.execute(db);
      }
    }
    await sql`analyze`.execute(db);
    return Array.from({ length: wanted }, (_, nth) => {
      const [school, place] = [Math.floor(nth / classes) % schools, nth % classes];
      const n = school * A_SCHOOL + place;
      return { account: `person${n}`, token: `token-${n}`, class_id: `c${school}-${place}` };
    });
  } finally {
    await close();
  }
}
