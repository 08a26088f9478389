import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  endPersonSessions,
  openPasswordSheet,
  type PasswordSheet,
  readPasswordSheets,
  resetPasswords,
  resetPersonFactors,
  SHEET_HOURS,
  type SheetRow,
  TEMPORARY_PASSWORD_DAYS,
} from "#contract";
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { serveOnce } from "../http/serve-once.ts";
import type { RightsCaller } from "../session/caller.ts";
import { requireFreshProof } from "../session/fresh-proof.ts";
import { endSignIns, endSignInsOfAll, removeFactors } from "../sign-in/api.ts";
import { Sealed } from "../platform/sealed.ts";
import { daysAfter } from "../platform/days.ts";
import { notifyPeople } from "../person-notice/api.ts";
import { newTemporaryPassword, setPassword } from "../user/api.ts";
import { keptCodeRoutes } from "./kept-codes.ts";
import { viewHomeRoutes } from "./view-home.ts";
import { deleteOldSheets, findPeople, lastSeen, stillTemporary } from "./queries.ts";

/** Lets handlers see every school: an account is in scope only if all its schools are. */
const ACROSS = { across: "administration" } as const;

const MS_PER_HOUR = 3_600_000;
const SEALED_FOR = "password-sheet";

/**
 * Serves new passwords and sheets, and the ending of second factors and devices, to those who look after people; each
 * demands a fresh proof (AD-11, AD-12).
 */
export async function personAccessRoutes(app: FastifyInstance): Promise<void> {
  await keptCodeRoutes(app);
  await viewHomeRoutes(app);
  const sheets = new Sealed(app);
  app.jobs.handle("password-sheet-sweep", {
    everyMs: MS_PER_HOUR,
    run: () => deleteOldSheets(app.db, app.now()),
  });

  serveOnce(
    app,
    resetPasswords,
    {
      make: async ({ input, caller, request }, sheet_id) => {
        const asked = [...new Set(input.user_ids)];
        const people = await findPeople(app, caller, asked);
        if (people.length === 0) throw new Refusal("notFound");
        await requireFreshProof(app, caller, input, request);
        const rows: SheetRow[] = people.map((person) => ({
          ...person,
          password: newTemporaryPassword(),
        }));
        // hashed before the transaction: it holds a connection, and hashing takes its time
        const hashes: string[] = [];
        for (const { password } of rows) hashes.push(await app.signIn.passwords.hash(password));
        const now = app.now();
        const valid_until = daysAfter(now, TEMPORARY_PASSWORD_DAYS);
        const open_until = new Date(now.getTime() + SHEET_HOURS * MS_PER_HOUR);
        const sealed = await sheets.seal(JSON.stringify(rows), SEALED_FOR);
        const ids = rows.map(({ id }) => id);
        await app.db.transaction().execute(async (trx) => {
          for (const [index, id] of ids.entries()) {
            const password_hash = hashes[index] ?? null;
            if (password_hash === null) throw new Error("a password has no hash");
            await setPassword(trx, id, { password_hash, now, temporary: { until: valid_until } });
            const detail = { by: "administration", sheet: sheet_id };
            const event = { action: "password-reset", subject_id: id, detail } as const;
            await app.audit.record(request, event, trx);
          }
          await endSignInsOfAll(trx, ids, now);
          const told = ids.map((id) => ({ user_id: id, kind: "password-reset" as const }));
          await notifyPeople(trx, { by: caller.user_id, now }, told);
          await trx
            .insertInto("password_sheet")
            .values({
              ...{ id: sheet_id, made_by: caller.user_id, people: rows.length, sealed },
              ...{ made_at: now, open_until, valid_until },
            })
            .execute();
        });
        for (const id of ids) app.sessionEnds.notify(id);
        return {
          ...{ sheet_id, rows, left_out: asked.length - rows.length },
          made_at: now.toISOString(),
          open_until: open_until.toISOString(),
          valid_until: valid_until.toISOString(),
        };
      },
      made: async ({ input, caller, request }, sheet_id) => {
        const sheet = await findSheet(caller, sheet_id);
        if (sheet === undefined) return undefined;
        await requireFreshProof(app, caller, input, request);
        const left_out = new Set(input.user_ids).size - sheet.people;
        return { ...(await opened(sheet, caller, request)), left_out };
      },
    },
    ACROSS,
  );

  serve(app, readPasswordSheets, async ({ caller: { user_id } }) => {
    const kept = await app.db
      .selectFrom("password_sheet")
      .select(["id as sheet_id", "people", "made_at", "open_until", "valid_until"])
      .where("made_by", "=", user_id)
      .where("open_until", ">", app.now())
      .orderBy("made_at", "desc")
      .execute();
    return {
      sheets: kept.map(({ made_at, open_until, valid_until, ...sheet }) => ({
        ...sheet,
        made_at: made_at.toISOString(),
        open_until: open_until.toISOString(),
        valid_until: valid_until.toISOString(),
      })),
    };
  });

  serve(
    app,
    openPasswordSheet,
    async ({ input, caller, request }) => {
      const sheet = await findSheet(caller, input.sheet_id);
      if (sheet === undefined) throw new Refusal("notFound");
      await requireFreshProof(app, caller, input, request);
      return opened(sheet, caller, request);
    },
    ACROSS,
  );

  serve(
    app,
    resetPersonFactors,
    async ({ input, caller, request }) => {
      const [person] = await findPeople(app, caller, [input.user_id]);
      if (person === undefined) throw new Refusal("notFound");
      await requireFreshProof(app, caller, input, request);
      const now = app.now();
      const had = await app.db.transaction().execute(async (trx) => {
        const deleted = await removeFactors(trx, person.id);
        await endSignIns(trx, person.id, now);
        const event = { action: "second-factor-reset", subject_id: person.id } as const;
        await app.audit.record(request, event, trx);
        const told = { user_id: person.id, kind: "factors-reset" } as const;
        await notifyPeople(trx, { by: caller.user_id, now }, [told]);
        return deleted;
      });
      app.sessionEnds.notify(person.id);
      return { had };
    },
    ACROSS,
  );

  serve(
    app,
    endPersonSessions,
    async ({ input, caller, request }) => {
      const [person] = await findPeople(app, caller, [input.user_id]);
      if (person === undefined) throw new Refusal("notFound");
      await requireFreshProof(app, caller, input, request);
      const now = app.now();
      const last = await app.db.transaction().execute(async (trx) => {
        const seen = await lastSeen(trx, person.id);
        await endSignIns(trx, person.id, now);
        const event = { action: "session-end", subject_id: person.id } as const;
        await app.audit.record(request, event, trx);
        const told = { user_id: person.id, kind: "sessions-ended" } as const;
        await notifyPeople(trx, { by: caller.user_id, now }, [told]);
        return seen;
      });
      app.sessionEnds.notify(person.id);
      return { last_seen: last?.toISOString() ?? null };
    },
    ACROSS,
  );

  /** Returns a sheet that its maker may still open, with what is on it. */
  async function findSheet({ user_id }: RightsCaller, id: string) {
    const sheet = await app.db
      .selectFrom("password_sheet")
      .selectAll()
      .where("id", "=", id)
      .where("made_by", "=", user_id)
      .where("open_until", ">", app.now())
      .executeTakeFirst();
    if (sheet === undefined) return undefined;
    const text = await sheets.open(sheet.sealed, SEALED_FOR);
    return text === undefined ? undefined : { ...sheet, rows: JSON.parse(text) as SheetRow[] };
  }

  /** Opens a sheet, without who has a password of their own by now, or left the scope. */
  async function opened(
    { id, rows, ...sheet }: NonNullable<Awaited<ReturnType<typeof findSheet>>>,
    caller: RightsCaller,
    request: FastifyRequest,
  ): Promise<PasswordSheet> {
    const ids = rows.map((row) => row.id);
    const known = new Set((await findPeople(app, caller, ids)).map((person) => person.id));
    const temporary = await stillTemporary(app.db, ids, sheet.valid_until);
    const object = { kind: "password-sheet", id };
    const detail = { step: "sheet-open", people: rows.length };
    await app.audit.record(request, { action: "password-reset", object, detail });
    return {
      sheet_id: id,
      made_at: sheet.made_at.toISOString(),
      open_until: sheet.open_until.toISOString(),
      valid_until: sheet.valid_until.toISOString(),
      rows: rows.filter((row) => known.has(row.id) && temporary.has(row.id)),
    };
  }
}
