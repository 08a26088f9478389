import type { FastifyInstance } from "fastify";
import {
  chinaMoment,
  chinaDay,
  planTimetable,
  readLessons,
  readTimetable,
  TIMETABLE_FAULTS_LISTED,
  TIMETABLE_FILE_BYTES,
  type TimetableFault,
} from "#contract";
import { plan } from "../change-set/api.ts";
import { acrossSchools } from "../database/scope.ts";
import { childForParent } from "../family/api.ts";
import { badField, Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { RosterFileRefused } from "../roster-file/api.ts";
import { isSchoolWithin, type Scope } from "../rights/rules.ts";
import { placeLessons } from "./place-lessons.ts";
import { isSchool, readClasses, readOwnLessons, readTerm } from "./queries.ts";
import { readTimetableFile, type TimetableReading } from "./read-file.ts";
import { lessonsOn, type Term, weekOf } from "./rules.ts";
import { membershipOf } from "./membership.ts";

/** Lets the change's planning see people who may be at several schools; the school named bounds its statements. */
const ACROSS = { across: "administration" } as const;
/** More than a sheet has rows. */
const MAX_ROWS = 10_000_000;
const READ_BYTES = Math.ceil((TIMETABLE_FILE_BYTES * 4) / 3) + 64 * 1024;

/** Serves the lessons of a day, and the import of a school's timetable (HO-03). */
export async function timetableRoutes(app: FastifyInstance): Promise<void> {
  serve(app, readLessons, async ({ input: { day = chinaDay(app.now()), child_id }, caller }) => {
    const child = await childForParent(app.db, caller, child_id, app.now());
    const membership = membershipOf(caller, child);
    const own =
      membership && (await acrossSchools("family", () => readOwnLessons(app.db, membership)));
    const whose = { day, child: child ? { id: child.id, name: child.name } : null };
    if (own === undefined) return { ...whose, week: null, lessons: [] };
    const lessons = lessonsOn(own.lessons, day, own.term).map(({ starts, ends, ...lesson }) => ({
      ...lesson,
      starts_at: chinaMoment(day, starts).toISOString(),
      ends_at: chinaMoment(day, ends).toISOString(),
    }));
    return { ...whose, week: weekOf(day, own.term), lessons };
  });

  serve(
    app,
    readTimetable,
    async ({ input: { school_id }, caller }) => {
      await requireSchool(caller, school_id);
      return (await readTerm(app.db, school_id)) ?? null;
    },
    ACROSS,
  );

  serve(
    app,
    planTimetable,
    async ({ input, caller, request }) => {
      const { school_id, name, first_day, last_day } = input;
      await requireSchool(caller, school_id);
      if (first_day >= last_day) throw badField("last_day", "学期最后一天应晚于第一天");
      const { lessons, faults, sheets, sha256 } = await read(input.file, name, {
        first_day,
        last_day,
      });
      const found = placeLessons(lessons, await readClasses(app.db, school_id));
      const places = new Map(sheets.map((sheet, at) => [sheet, at]));
      const rank = ({ sheet, row }: TimetableFault) =>
        (places.get(sheet ?? "") ?? -1) * MAX_ROWS + (row ?? 0);
      const all = [...faults, ...found.faults].toSorted((a, b) => rank(a) - rank(b));
      const answer = {
        lessons: lessons.length,
        faults: all.slice(0, TIMETABLE_FAULTS_LISTED),
        fault_count: all.length,
        change_id: null,
      };
      if (all.length > 0) return answer;
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

  async function requireSchool({ scope }: { scope: Scope }, school_id: string): Promise<void> {
    if (!isSchoolWithin(scope, school_id) || !(await isSchool(app.db, school_id)))
      throw new Refusal("notFound");
  }
}

async function read(file: string, name: string, term: Term): Promise<TimetableReading> {
  const bytes = Buffer.from(file, "base64");
  if (bytes.length > TIMETABLE_FILE_BYTES)
    throw badField("file", "文件超过 4 MB，请检查后重新选择");
  try {
    return await readTimetableFile(bytes, name, term);
  } catch (error) {
    if (error instanceof RosterFileRefused) throw badField("file", error.message);
    throw error;
  }
}
