import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import {
  answerTransferRequest,
  dropTransferRequest,
  giveTransfer,
  readTransferRequests,
  showTransfer,
  TRANSFER_DAYS,
} from "#contract";
import type { Queryable } from "../database/database.ts";
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { daysAfter } from "../platform/days.ts";
import { hashSecret } from "../platform/secret.ts";
import { requireSchool } from "../rights/api.ts";
import type { Scope } from "../rights/rules.ts";
import { membershipWithin, schoolWithin } from "../rights/scope-sql.ts";
import { limitAttempts } from "../sign-in/api.ts";
import { newTemporaryPassword } from "../user/api.ts";
import { findComing, findGoing } from "./requests.ts";

/** Lets handlers see both schools of a transfer; each statement names the scope that bounds it. */
const ACROSS = { across: "administration" } as const;

/** Serves codes with which pupils go from one school to another; taking them in is a change set (AD-15). */
export async function transferRoutes(app: FastifyInstance): Promise<void> {
  serve(
    app,
    giveTransfer,
    async ({ input: { user_id, school_id }, caller, request }) => {
      const now = app.now();
      // as easily copied as a password of the kind that pupils get
      const code = newTemporaryPassword();
      const expires_at = expiryOf(now);
      await app.db.transaction().execute(async (trx) => {
        const { rows } = await sql`
          select from membership m where m.user_id = ${user_id} and m.school_id = ${school_id}
            and m.identity = 'student' and m.is_abled and ${membershipWithin(caller.scope, "m")}`.execute(
          trx,
        );
        if (rows.length === 0) throw new Refusal("notFound");
        const from = { user_id, school_id, given_by: caller.user_id, now };
        await release(trx, { ...from, code, to_school_id: null });
        const object = { kind: "school", id: school_id };
        const event = { subject_id: user_id, object, detail: { step: "give" } };
        await app.audit.record(request, { action: "transfer", ...event }, trx);
      });
      return { code, expires_at: expires_at.toISOString() };
    },
    ACROSS,
  );

  serve(
    app,
    showTransfer,
    async ({ input: { school_id, code }, caller, request }) => {
      const hash = hashSecret(code.normalize("NFKC").trim().toLowerCase());
      const now = app.now();
      const object = { kind: "school", id: school_id };
      const event = { action: "transfer", object, detail: { step: "show" } } as const;
      const show = async () => {
        const found = await app.db.transaction().execute(async (trx) => {
          const shown = await claim(trx, { hash, school_id, scope: caller.scope, now });
          if (shown === undefined) return undefined;
          await app.audit.record(request, { ...event, subject_id: shown.user_id }, trx);
          return shown;
        });
        if (found === undefined) {
          await app.audit.record(request, { ...event, outcome: "refused" });
          const message = "没有这个转学码，或者已经用过、过期了";
          throw new Refusal("notFound", {
            msg: message,
            data: { errors: [{ path: "code", message }] },
          });
        }
        const { id, name, from_school } = found;
        return { transfer_id: id, name, from_school };
      };
      return limitAttempts(app, request, "transfer", show, "notFound");
    },
    ACROSS,
  );

  serve(
    app,
    readTransferRequests,
    async ({ input: { school_id }, caller }) => {
      requireSchool(caller.scope, school_id);
      const now = app.now();
      const going = await findGoing(app.db, { school_id, scope: caller.scope, now });
      return {
        coming: await findComing(app.db, school_id, now),
        going: going.map(({ to_school_id: _to, ...one }) => one),
      };
    },
    ACROSS,
  );

  serve(
    app,
    answerTransferRequest,
    async ({ input: { school_id, request_id, user_id, is_given }, caller, request }) => {
      requireSchool(caller.scope, school_id);
      const now = app.now();
      await app.db.transaction().execute(async (trx) => {
        const going = await findGoing(trx, { school_id, scope: caller.scope, now });
        const asked = going.find((one) => one.request_id === request_id && one.user_id === user_id);
        if (asked === undefined) throw new Refusal("notFound");
        const { to_school_id } = asked;
        const from = { user_id, school_id, given_by: caller.user_id, now };
        // nobody gets to know this code: the school that asked is written into the release
        const code = randomUUID();
        const transfer_id = is_given ? await release(trx, { ...from, code, to_school_id }) : null;
        const { numUpdatedRows } = await trx
          .updateTable("transfer_request")
          .set({ transfer_id, declined_at: is_given ? null : now })
          .where("id", "=", request_id)
          // somebody else may have answered, or the school waits no longer
          .where("is_transfer", "=", true)
          .where("transfer_id", "is", null)
          .where("declined_at", "is", null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new Refusal("notFound");
        const object = { kind: "school", id: school_id };
        const detail = { step: is_given ? "give" : "decline" };
        const event = { action: "transfer", subject_id: user_id, object, detail } as const;
        await app.audit.record(request, event, trx);
      });
      return {};
    },
    ACROSS,
  );

  serve(
    app,
    dropTransferRequest,
    async ({ input: { school_id, request_id }, caller, request }) => {
      requireSchool(caller.scope, school_id);
      const none = { name: null, number: null, id_hash: null, class_id: null, transfer_id: null };
      await app.db.transaction().execute(async (trx) => {
        const waiting = await trx
          .selectFrom("transfer_request as r")
          .leftJoin("pupil_transfer as t", (join) =>
            join.onRef("t.id", "=", "r.transfer_id").onRef("t.to_school_id", "=", "r.school_id"),
          )
          .select("t.user_id")
          .where("r.id", "=", request_id)
          .where("r.school_id", "=", school_id)
          .where("r.is_transfer", "=", true)
          .forUpdate("r")
          .executeTakeFirst();
        if (waiting === undefined) throw new Refusal("notFound");
        await trx
          .updateTable("transfer_request")
          .set({ is_transfer: false, ...none, declined_at: null })
          .where("id", "=", request_id)
          .execute();
        const object = { kind: "school", id: school_id };
        // before the release nobody is told whose pupil it is
        const subject = waiting.user_id === null ? {} : { subject_id: waiting.user_id };
        const event = { action: "transfer", ...subject, object, detail: { step: "drop" } } as const;
        await app.audit.record(request, event, trx);
      });
      return {};
    },
    ACROSS,
  );
}

/** Writes a school of the scope into the release of a code, and returns whose it is; undefined where the code is none. */
async function claim(
  trx: Queryable,
  { hash, school_id, scope, now }: { hash: string; school_id: string; scope: Scope; now: Date },
): Promise<{ id: string; user_id: string; name: string; from_school: string } | undefined> {
  const { rows } = await sql<{ id: string; user_id: string; name: string; from_school: string }>`
    update pupil_transfer t set to_school_id = s.id
    from "user" u, school f, school s
    where t.code_hash = ${hash} and t.expires_at > ${now}
      and u.id = t.user_id and f.id = t.from_school_id
      and s.id = ${school_id} and s.id <> t.from_school_id and s.kind = 'school' and s.is_abled
      and ${schoolWithin(scope, sql.ref("s.id"))}
      and exists (select from membership m where m.user_id = t.user_id
        and m.school_id = t.from_school_id and m.identity = 'student' and m.is_abled)
    returning t.id, t.user_id, u.name, f.name as from_school`.execute(trx);
  return rows[0];
}

function expiryOf(now: Date): Date {
  return daysAfter(now, TRANSFER_DAYS);
}

/** Releases a pupil of a school, to whoever has the code or to the school that asked; a former release is over. */
async function release(
  trx: Queryable,
  {
    user_id,
    school_id,
    to_school_id,
    code,
    given_by,
    now,
  }: {
    user_id: string;
    school_id: string;
    to_school_id: string | null;
    code: string;
    given_by: string;
    now: Date;
  },
): Promise<string> {
  const id = randomUUID();
  // one after the other for the same pupil: of two releases at the same moment the first is over, too
  await trx
    .selectFrom("membership")
    .select("user_id")
    .where("user_id", "=", user_id)
    .where("school_id", "=", school_id)
    .where("identity", "=", "student")
    .forUpdate()
    .execute();
  await trx
    .deleteFrom("pupil_transfer")
    .where("user_id", "=", user_id)
    .where("from_school_id", "=", school_id)
    .execute();
  await trx
    .insertInto("pupil_transfer")
    .values({
      ...{ id, user_id, from_school_id: school_id, to_school_id, code_hash: hashSecret(code) },
      ...{ given_by, given_at: now, expires_at: expiryOf(now) },
    })
    .execute();
  return id;
}
