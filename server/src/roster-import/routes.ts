import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  type InputOf,
  markRoster,
  readOneRoster,
  readRoster,
  readRosterTemplate,
  ROSTER_FAULTS_LISTED,
  ROSTER_FILE_BYTES,
  type RosterFault,
} from "#contract";
import { planOneRoster } from "../change-set/api.ts";
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { Sealed } from "../platform/sealed.ts";
import { readOneRosterZip, RosterRefused } from "../roster/api.ts";
import {
  markFaults,
  normaliseHead,
  readRosterFile,
  RosterFileRefused,
  rosterTemplate,
} from "../roster-file/api.ts";
import { systemOf } from "../school-year/api.ts";
import { rosterDraftRoutes } from "./draft-routes.ts";
import {
  findDraft,
  insertDraft,
  keepColumns,
  keyedLines,
  noteMatches,
  readColumns,
} from "./drafts.ts";
import { warningsOfKnownMobiles } from "./known-mobiles.ts";
import { matchDraft, matchPeople, type MatchedRoster } from "./matched.ts";
import { requireSchool } from "../rights/api.ts";

/** Lets handlers tell an account of other schools as well; what they read of people is bounded by the named school. */
const ACROSS = { across: "administration" } as const;
/** A file in base64, and room for corrections. */
const READ_BYTES = Math.ceil((ROSTER_FILE_BYTES * 4) / 3) + 4 * 1024 * 1024;
type RosterReading = Awaited<ReturnType<typeof readRosterFile>>;

const HASHED_FOR = "schoolgate rosters";

type FileInput = InputOf<typeof readRoster>;

/** Serves the reading of dropped rosters (RO-01…04); what was read is kept as a draft, for `rosterDraftRoutes`. */
export async function rosterImportRoutes(app: FastifyInstance): Promise<void> {
  await app.register(rosterDraftRoutes);
  const sealed = new Sealed(app);

  serve(
    app,
    readRoster,
    async ({ input, caller, request }) => {
      requireSchool(caller.scope, input.school_id);
      const reading = await read(input);
      const { sheets, faults, dropped, people } = reading;
      const errors = faults.filter(({ is_warning }) => !is_warning).length;
      const draft_id = isUsable(reading)
        ? await keep(input, reading, caller.user_id, request)
        : null;
      const doubts = draft_id === null ? [] : await compare(draft_id, sheets);
      return {
        ...{ sheets, dropped, people: people.length, draft_id, fault_count: errors },
        faults: [...faults, ...doubts].slice(0, ROSTER_FAULTS_LISTED),
        warning_count: faults.length - errors + doubts.length,
      };
    },
    { ...ACROSS, bodyLimit: READ_BYTES },
  );

  serve(
    app,
    markRoster,
    async ({ input, caller }) => {
      requireSchool(caller.scope, input.school_id);
      const reading = await read(input);
      const { sheets } = reading;
      const { name } = input;
      const bytes = Buffer.from(input.file, "base64");
      const faults = [...reading.faults, ...(await doubtsOf(input, reading))];
      const marked = await markFaults(bytes, faults, { name, sheets });
      return { name: `${name.replace(/\.\w+$/, "")}-问题.xlsx`, file: base64(marked) };
    },
    { ...ACROSS, bodyLimit: READ_BYTES },
  );

  serve(
    app,
    readOneRoster,
    async ({ input: { name, file }, caller, request }) => {
      const { source, bundle, faults, sha256 } = await refusing(() =>
        readOneRosterZip(bytesOf(file)),
      );
      const rows = bundle.rowCount;
      const read = { source, rows, faults: [], fault_count: 0 };
      const from = { kind: "file", name, sha256, lines: Math.max(1, rows) } as const;
      try {
        const came = { source, bundle, faults, from };
        const set = await planOneRoster(app, caller, came, { request });
        return { ...read, change_id: set?.id ?? null };
      } catch (error) {
        if (!(error instanceof RosterRefused)) throw error;
        const { shown, total } = error.faults;
        const listed = shown.map(({ file, line = null, column = null, message }) => ({
          ...{ file, line, column, message },
        }));
        return { ...read, faults: listed, fault_count: total, change_id: null };
      }
    },
    { ...ACROSS, bodyLimit: READ_BYTES },
  );

  serve(app, readRosterTemplate, async ({ input: { kind } }) => ({
    name: `${kind === "student" ? "学生" : "教师"}名册模板.xlsx`,
    file: base64(await rosterTemplate(kind)),
  }));

  async function read(input: FileInput): Promise<RosterReading> {
    const bytes = bytesOf(input.file);
    const { name, kind, mapping = [], corrections = [], school_id } = input;
    const remembered = await readColumns(app.db, school_id, kind);
    const id_key = await sealed.hashKey(HASHED_FOR);
    const school = await app.db
      .selectFrom("school")
      .select("stage_ids")
      .where("id", "=", school_id)
      .executeTakeFirst();
    if (school === undefined) throw new Refusal("notFound");
    const stages = school.stage_ids.length === 0 ? undefined : school.stage_ids;
    const system = await systemOf(app.db, school_id);
    const of = { name, kind, remembered, mapping, corrections, id_key, stages, system };
    return refusing(() => readRosterFile(bytes, of));
  }

  /** Keeps what was read, and what a person has said of its columns, for this file and the next. */
  async function keep(
    { school_id, kind, name, mapping = [] }: FileInput,
    { people, sha256, lines, sheets }: RosterReading,
    made_by: string,
    request: FastifyRequest,
  ): Promise<string> {
    const hashKey = await sealed.hashKey(HASHED_FOR);
    const source = { kind: "file", name, sha256, lines } as const;
    const heads = mapping.flatMap(({ sheet, columns = [] }) => {
      const of = sheets.find((one) => one.name === sheet)?.columns ?? [];
      return columns.flatMap(({ index, meaning }) => {
        const head = normaliseHead(of.find((one) => one.index === index)?.head ?? "");
        return head === "" ? [] : [[head, meaning] as const];
      });
    });
    return app.db.transaction().execute(async (trx) => {
      await keepColumns(trx, { school_id, kind }, new Map(heads));
      const draft = { school_id, made_by, kind, source, people, hashKey, created_at: app.now() };
      const made = await insertDraft(trx, draft);
      const object = { kind: "roster", id: made };
      const detail = { step: "read", people: people.length, lines };
      await app.audit.record(request, { action: "roster-import", object, detail }, trx);
      return made;
    });
  }

  /** Compares a draft with the school; returns what is doubtful about it. */
  async function compare(id: string, sheets: RosterReading["sheets"]): Promise<RosterFault[]> {
    const draft = await findDraft(app.db, id);
    if (draft === undefined) return [];
    const roster = await matchDraft(app.db, draft);
    await note(roster);
    return warningsOfKnownMobiles(roster, sheets);
  }

  /** Returns what `compare` says of a file of which no draft is kept. */
  async function doubtsOf(
    { school_id, kind, name }: FileInput,
    reading: RosterReading,
  ): Promise<RosterFault[]> {
    if (!isUsable(reading)) return [];
    const { people, sheets, sha256, lines } = reading;
    const source = { kind: "file", name, sha256, lines } as const;
    const head = { id: "", school_id, kind, source, class_answers: {} };
    const keyed = keyedLines(people, await sealed.hashKey(HASHED_FOR));
    return warningsOfKnownMobiles(await matchPeople(app.db, head, keyed), sheets);
  }

  /** Notes whom the lines name, so that an erasure reaches the draft. */
  async function note({ draft, lines }: MatchedRoster): Promise<void> {
    const matches = lines.flatMap(({ seq, user_id, ask, guardians }) => {
      const ids = [
        ...(user_id === null ? [] : [user_id]),
        ...(ask?.candidates ?? []).map((one) => one.user_id),
        ...guardians.flatMap((one) => one.user_id ?? []),
      ];
      return ids.length === 0 ? [] : [{ seq, user_ids: ids }];
    });
    await app.db.transaction().execute((trx) => noteMatches(trx, draft.id, matches));
  }
}

/** Returns whether a draft is made of a reading. */
function isUsable({ faults, people }: RosterReading): boolean {
  return people.length > 0 && faults.every(({ is_warning }) => is_warning);
}

function bytesOf(file: string): Buffer {
  const bytes = Buffer.from(file, "base64");
  if (bytes.length > ROSTER_FILE_BYTES) {
    throw new Refusal("tooLarge", { msg: "文件超过 20 MB，请分成几份" });
  }
  return bytes;
}

/** Reads a file, and refuses in its words what is no roster. */
async function refusing<Reading>(read: () => Promise<Reading>): Promise<Reading> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof RosterFileRefused)) throw error;
    const { message } = error;
    const errors = [{ path: "file", message }];
    throw new Refusal("badInput", { msg: message, data: { errors }, cause: error });
  }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}
