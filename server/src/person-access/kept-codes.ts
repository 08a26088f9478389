import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { type Channel, type CodeUse, openKeptCode, readKeptCodes } from "#contract";
import { pupilsAmong, recordChildRead } from "../audit/child-read.ts";
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { maskReceiver } from "../platform/mask.ts";
import type { RightsCaller } from "../session/caller.ts";
import { requireFreshProof } from "../session/fresh-proof.ts";
import { notifyPeople } from "../person-notice/api.ts";
import { findPeople } from "./queries.ts";

/** Lets handlers see every school: an account is in scope only if all its schools are. */
const ACROSS = { across: "administration" } as const;
const LISTED = 50;
/** The newest codes of the whole platform that are searched for the caller's. */
const LOOKED_AT = 1000;

interface KeptRow {
  id: string;
  channel: Channel;
  receiver: string;
  use: CodeUse;
  code: string;
  created_at: Date;
  expires_at: Date;
  /** People who have this number or address on file. */
  user_ids: string[];
}

/** Serves codes that nobody delivers to those who may set the person's password, to be read out (AD-20). */
export async function keptCodeRoutes(app: FastifyInstance): Promise<void> {
  serve(
    app,
    readKeptCodes,
    async ({ caller, request }) => {
      const codes = await reachable(caller);
      const shown = codes.flatMap(({ people }) => people.map(({ id }) => id));
      const children = await pupilsAmong(app.db, shown);
      await recordChildRead(app, request, children, { object: { kind: "code-list", id: "kept" } });
      return {
        codes: codes.map(
          ({ code: _code, user_ids: _ids, receiver, created_at, expires_at, ...kept }) => ({
            ...kept,
            receiver: maskReceiver(receiver),
            created_at: created_at.toISOString(),
            expires_at: expires_at.toISOString(),
          }),
        ),
      };
    },
    ACROSS,
  );

  serve(
    app,
    openKeptCode,
    async ({ input, caller, request }) => {
      const [kept] = await reachable(caller, input.id);
      if (kept === undefined) throw new Refusal("notFound");
      await requireFreshProof(app, caller, input, request);
      const [subject_id, ...others] = kept.people.map(({ id }) => id);
      await app.db.transaction().execute(async (trx) => {
        const event = {
          action: "code-hand-on",
          object: { kind: "code", id: kept.id },
          ...(subject_id !== undefined && { subject_id }),
          detail: { use: kept.use, channel: kept.channel, ...(others.length > 0 && { others }) },
        } as const;
        await app.audit.record(request, event, trx);
        const told = kept.people.map(({ id }) => ({ user_id: id, kind: "code-read" as const }));
        await notifyPeople(trx, { by: caller.user_id, now: app.now() }, told);
      });
      return { code: kept.code, expires_at: kept.expires_at.toISOString() };
    },
    ACROSS,
  );

  /**
   * Returns the codes of people whose password the caller may set; codes of nobody's number only to a caller over the
   * whole platform.
   */
  async function reachable(caller: RightsCaller, id?: string) {
    const now = app.now();
    const { rows } = await sql<KeptRow>`
      select o.id, o.channel, o.receiver, o.use, o.code, o.created_at, o.expires_at,
        array(select u.id from "user" u where u.is_abled and case when o.channel = 'mobile'
          then u.mobile = o.receiver else lower(u.email) = lower(o.receiver) end) as user_ids
      from outbox o
      where o.status = 'kept' and o.code is not null and o.expires_at > ${now}
        ${id === undefined ? sql`` : sql`and o.id = ${id}`}
      order by o.created_at desc, o.id limit ${LOOKED_AT}`.execute(app.db);
    const ids = [...new Set(rows.flatMap(({ user_ids }) => user_ids))];
    const known = new Map(
      (ids.length === 0 ? [] : await findPeople(app, caller, ids)).map(
        ({ id, name, account }) => [id, { id, name, account }] as const,
      ),
    );
    const mine = rows.flatMap((row) => {
      const people = row.user_ids.map((user) => known.get(user)).filter((one) => one !== undefined);
      const isMine =
        row.user_ids.length === 0
          ? caller.scope.kind === "all"
          : // a family shares a number: the code opens the account of each
            people.length === row.user_ids.length;
      return isMine ? [{ ...row, people }] : [];
    });
    return mine.slice(0, LISTED);
  }
}
