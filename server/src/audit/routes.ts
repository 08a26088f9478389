import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  chinaDay,
  exportAudit,
  type InputOf,
  readAudit,
  readClassReads,
  formatCursor,
} from "#contract";
import { badField, Refusal, requireCursor } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { chinaDayStart } from "../platform/china-day.ts";
import { daysAfter } from "../platform/days.ts";
import type { RightsCaller } from "../session/caller.ts";
import { requireFreshProof } from "../session/fresh-proof.ts";
import { readLines } from "./browse.ts";
import { pupilsAmong, recordChildRead } from "./child-read.ts";
import { isClassWithin, readReadsOfClass } from "./class-reads.ts";
import { exportEntries } from "./export.ts";
import { type AuditQuery, narrowed } from "./scope.ts";
import { sealedHead } from "./seal.ts";

/** Lets handlers see entries of no school too, such as sign-ins: each statement names the scope that bounds it. */
const ACROSS = { across: "administration" } as const;

const OF_AUDIT = { kind: "audit", id: "list" } as const;

/** Serves the audit in the page (AD-21): reading, export with its proof, and reads of a class. */
export async function auditRoutes(app: FastifyInstance): Promise<void> {
  serve(
    app,
    readAudit,
    async ({ input, caller, request }) => {
      const after = requireCursor(input.after);
      const asked = await queryOf(input, caller);
      if (asked === undefined) return { entries: [], next: null };
      const { entries, next, people } = await readLines(app.db, asked, after);
      await recordPupils(request, people);
      return { entries, next: next && formatCursor(next) };
    },
    ACROSS,
  );

  serve(
    app,
    exportAudit,
    async ({ input, caller, request }) => {
      await requireFreshProof(app, caller, input, request);
      const asked = await queryOf(input, caller);
      if (asked === undefined) throw new Refusal("notFound");
      // what has just been done belongs into the chain first
      await sealedHead(app.db);
      const { people, ...found } = await exportEntries(app.db, asked);
      await recordPupils(request, people);
      const { within, action, from, to } = input;
      await app.audit.record(request, {
        action: "export",
        object: { kind: "audit", id: within ?? "" },
        detail: { entries: found.count, of: action, from, to },
      });
      return { ...found, name: `审计记录-${chinaDay(app.now())}.csv` };
    },
    ACROSS,
  );

  serve(
    app,
    readClassReads,
    async ({ input: { school_id, class_id, after }, caller: { scope }, request }) => {
      const cursor = requireCursor(after);
      if (!(await isClassWithin(app.db, scope, { school_id, class_id }))) {
        throw new Refusal("notFound");
      }
      const found = await readReadsOfClass(app.db, { school_id, class_id }, cursor);
      const { reads, next, pupils } = found;
      await recordChildRead(app, request, pupils, { object: OF_AUDIT });
      return { reads, next: next && formatCursor(next) };
    },
    ACROSS,
  );

  /** Records that entries about pupils were read. */
  async function recordPupils(request: FastifyRequest, people: readonly string[]) {
    const pupils = await pupilsAmong(app.db, [...new Set(people)]);
    await recordChildRead(app, request, pupils, { object: OF_AUDIT });
  }

  /** Returns the filter of a request; undefined when nothing that it asks for is in the caller's scope. */
  async function queryOf(
    { within, from, to, who, whom, action }: InputOf<typeof exportAudit>,
    { scope }: RightsCaller,
  ): Promise<AuditQuery | undefined> {
    const narrow = narrowed(scope, within, await app.organisations.tree());
    const last = to === undefined ? undefined : dayIn("to", to);
    return (
      narrow && {
        ...{ scope: narrow, who, whom, action },
        since: from === undefined ? undefined : dayIn("from", from),
        until: last && daysAfter(last, 1),
      }
    );
  }
}

function dayIn(path: string, text: string): Date {
  const day = chinaDayStart(text);
  if (day === undefined) throw badField(path, "没有这一天");
  return day;
}
