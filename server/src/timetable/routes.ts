import type { FastifyInstance } from "fastify";
import {
  planTimetable,
  readLessons,
  TIMETABLE_FAULTS_LISTED,
  TIMETABLE_FILE_BYTES,
  type TimetableLesson,
} from "#contract";
import { plan } from "../change-set/api.ts";
import { acrossSchools } from "../database/scope.ts";
import { childForParent } from "../family/api.ts";
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { dayInChina } from "../platform/china-day.ts";
import { RosterFileRefused } from "../roster-file/api.ts";
import { readClassName } from "../roster-import/api.ts";
import type { MemberCaller } from "../session/caller.ts";
import { readOwnLessons, type Standing } from "./queries.ts";
import { readTimetableFile, type TimetableReading } from "./read-file.ts";
import type { FileLesson, TimetableFault } from "./read-table.ts";
import { lessonsOn, momentOf, weekOf } from "./rules.ts";

/** Lets the change's planning see people who may be at several schools; the school named bounds its statements. */
const ACROSS = { across: "administration" } as const;
const READ_BYTES = Math.ceil((TIMETABLE_FILE_BYTES * 4) / 3) + 64 * 1024;

/** Serves the lessons of a day, and the import of a school's timetable (HO-03). */
export async function timetableRoutes(app: FastifyInstance): Promise<void> {
  serve(app, readLessons, async ({ input: { day = dayInChina(app.now()), child_id }, caller }) => {
    const standing = await standingOf(caller, child_id);
    const own = standing && (await acrossSchools("family", () => readOwnLessons(app.db, standing)));
    if (own === undefined) return { day, week: null, lessons: [] };
    const lessons = lessonsOn(own.lessons, day, own.term).map(({ starts, ends, ...lesson }) => ({
      ...lesson,
      starts_at: momentOf(day, starts).toISOString(),
      ends_at: momentOf(day, ends).toISOString(),
    }));
    return { day, week: weekOf(day, own.term), lessons };
  });

  serve(
    app,
    planTimetable,
    async ({ input, caller, request }) => {
      const { school_id, name, first_day, last_day } = input;
      const { scope } = caller;
      if (scope.kind !== "all" && !scope.schools.includes(school_id)) throw new Refusal("notFound");
      if (first_day >= last_day) throw bad("last_day", "学期最后一天应晚于第一天");
      const { lessons, faults, sha256 } = await read(input.file, name);
      const found = await withClasses(school_id, lessons);
      const all = [...faults, ...found.faults].toSorted((a, b) => a.row - b.row);
      const answer = {
        lessons: lessons.length,
        faults: all.slice(0, TIMETABLE_FAULTS_LISTED),
        fault_count: all.length,
        change_id: null,
      };
      if (all.length > 0) return answer;
      if (lessons.length === 0) throw bad("file", "文件里没有读到课，请检查后重新选择");
      const change = {
        kind: "timetable-import" as const,
        ...{ school_id, first_day, last_day, lessons: found.lessons },
      };
      const source = { kind: "file", name, sha256, lines: lessons.length } as const;
      const change_id = await plan(app, caller, change, { request, source });
      return { ...answer, change_id };
    },
    { ...ACROSS, bodyLimit: READ_BYTES },
  );

  async function standingOf(
    caller: MemberCaller,
    child_id: string | undefined,
  ): Promise<Standing | undefined> {
    const { user_id, identity, school } = caller;
    if (identity !== "parent") {
      if (child_id !== undefined) throw new Refusal("notFound");
      return { user_id, identity, school_id: school.id };
    }
    const child = await childForParent(app.db, caller, child_id, app.now());
    if (child === undefined || child.school === null) return undefined;
    return { user_id: child.id, identity: "student", school_id: child.school.id };
  }

  /** Finds the classes of the file at the school; one that is not there is a fault, once. */
  async function withClasses(
    school_id: string,
    lessons: readonly FileLesson[],
  ): Promise<{ lessons: TimetableLesson[]; faults: TimetableFault[] }> {
    const classes = await app.db
      .selectFrom("class")
      .select(["id", "name", "grade_id"])
      .where("school_id", "=", school_id)
      .where("is_abled", "=", true)
      .execute();
    const byKey = new Map(
      classes.map(({ id, name, grade_id }) => [readClassName(name, grade_id).key, id]),
    );
    const faults = new Map<string, TimetableFault>();
    const found = lessons.flatMap(({ row, class_name, ...lesson }) => {
      const class_id = byKey.get(readClassName(class_name).key);
      if (class_id !== undefined) return [{ ...lesson, class_id }];
      if (!faults.has(class_name)) {
        faults.set(class_name, { row, message: `本校没有叫“${class_name}”的班` });
      }
      return [];
    });
    return { lessons: found, faults: [...faults.values()] };
  }
}

async function read(file: string, name: string): Promise<TimetableReading> {
  const bytes = Buffer.from(file, "base64");
  if (bytes.length > TIMETABLE_FILE_BYTES) throw bad("file", "文件超过 4 MB，请检查后重新选择");
  try {
    return await readTimetableFile(bytes, name);
  } catch (error) {
    if (error instanceof RosterFileRefused) throw bad("file", error.message);
    throw error;
  }
}

function bad(path: string, message: string): Refusal {
  return new Refusal("badInput", { msg: message, data: { errors: [{ path, message }] } });
}
