import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { giveTransfer, showTransfer, TRANSFER_DAYS } from "#contract";
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { hashSecret } from "../platform/secret.ts";
import { membershipWithin, schoolWithin } from "../rights/within.ts";
import { newTemporaryPassword } from "../user/api.ts";

/** Lets handlers see both schools of a transfer; each statement names the scope that bounds it. */
const ACROSS = { across: "administration" } as const;
const MS_PER_DAY = 86_400_000;

/** Serves codes with which pupils go from one school to another; taking them in is a change set (AD-15). */
export async function transferRoutes(app: FastifyInstance): Promise<void> {
  serve(
    app,
    giveTransfer,
    async ({ input: { user_id, school_id }, caller, request }) => {
      const now = app.now();
      // as easily copied as a password of the kind that pupils get
      const code = newTemporaryPassword();
      const expires_at = new Date(now.getTime() + TRANSFER_DAYS * MS_PER_DAY);
      await app.db.transaction().execute(async (trx) => {
        const { rows } = await sql`
          select from membership m where m.user_id = ${user_id} and m.school_id = ${school_id}
            and m.identity = 'student' and m.is_abled and ${membershipWithin(caller.scope, "m")}`.execute(
          trx,
        );
        if (rows.length === 0) throw new Refusal("notFound");
        await trx
          .deleteFrom("pupil_transfer")
          .where("user_id", "=", user_id)
          .where("from_school_id", "=", school_id)
          .execute();
        await trx
          .insertInto("pupil_transfer")
          .values({
            ...{ id: randomUUID(), user_id, from_school_id: school_id, to_school_id: null },
            ...{ code_hash: hashSecret(code), given_by: caller.user_id, given_at: now, expires_at },
          })
          .execute();
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
      const { rows } = await sql<{
        id: string;
        user_id: string;
        name: string;
        from_school: string;
      }>`
        update pupil_transfer t set to_school_id = s.id
        from "user" u, school f, school s
        where t.code_hash = ${hash} and t.expires_at > ${app.now()}
          and u.id = t.user_id and f.id = t.from_school_id
          and s.id = ${school_id} and s.id <> t.from_school_id and s.kind = 'school' and s.is_abled
          and ${schoolWithin(caller.scope, sql.ref("s.id"))}
          and exists (select from membership m where m.user_id = t.user_id
            and m.school_id = t.from_school_id and m.identity = 'student' and m.is_abled)
        returning t.id, t.user_id, u.name, f.name as from_school`.execute(app.db);
      const [found] = rows;
      const object = { kind: "school", id: school_id };
      if (found === undefined) {
        await app.audit.record(request, {
          ...{ action: "transfer", outcome: "refused", object, detail: { step: "show" } },
        });
        const message = "没有这个转学码，或者已经用过、过期了";
        throw new Refusal("notFound", {
          msg: message,
          data: { errors: [{ path: "code", message }] },
        });
      }
      const { id, user_id, name, from_school } = found;
      const detail = { step: "show" };
      await app.audit.record(request, { action: "transfer", subject_id: user_id, object, detail });
      return { transfer_id: id, name, from_school };
    },
    ACROSS,
  );
}
