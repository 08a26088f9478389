import type { FastifyInstance } from "fastify";
import {
  decideNameCorrection,
  objectToErasure,
  readNameCorrection,
  readSchoolRequests,
  readWaiting,
  requestNameCorrection,
  withdrawNameCorrection,
  withdrawObjection,
} from "#contract";
import { pupilsAmong, recordChildRead } from "../audit/child-read.ts";
import { badField, Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { requireName } from "../http/require-name.ts";
import { unseenNotices } from "../person-notice/api.ts";
import { dropObjection, putOffErasure } from "../privacy/api.ts";
import { noteOrigin } from "../origin/api.ts";
import { renamePerson } from "../user/api.ts";
import { decisionScopeOf } from "./policy.ts";
import {
  countWaiting,
  decide,
  deleteWaiting,
  erasuresOfChildren,
  insertCorrection,
  lastCorrection,
  waitingCorrections,
  waitingErasures,
} from "./queries.ts";

/** Lets handlers see people who may be at several schools; each statement names the caller's own school or district. */
const ACROSS = { across: "school-request" } as const;

/**
 * Serves requests that a school decides (ID-11): corrections of names that its roster gave, and erasures of its pupils.
 */
export async function schoolRequestRoutes(app: FastifyInstance): Promise<void> {
  serve(app, readNameCorrection, async ({ caller: { user_id } }) => {
    const [{ is_roster_owned }, correction] = await Promise.all([
      nameOf(user_id),
      lastCorrection(app.db, user_id),
    ]);
    return { is_roster_owned, correction };
  });

  serve(app, requestNameCorrection, async ({ input, caller: { user_id }, request }) => {
    const { name: from_name, is_roster_owned } = await nameOf(user_id);
    if (!is_roster_owned) {
      throw new Refusal("conflict", {
        msg: "姓名不是学校名册提供的，可以自己修改",
        data: { field: "name" },
      });
    }
    const to_name = requireName(input.name);
    if (to_name === from_name) throw badField("name", "与现在的姓名相同");
    return app.db.transaction().execute(async (trx) => {
      const reason = input.reason.trim();
      const row = { user_id, from_name, to_name, reason, now: app.now() };
      const made = await insertCorrection(trx, row);
      if (made === undefined) {
        throw new Refusal("conflict", {
          msg: "已经有一个申请在等学校处理，请先撤回它",
          data: { field: "correction" },
        });
      }
      const detail = { step: "requested" };
      await app.audit.record(
        request,
        { action: "name-correction", subject_id: user_id, detail },
        trx,
      );
      return made;
    });
  });

  serve(app, withdrawNameCorrection, async ({ caller: { user_id }, request }) => {
    await app.db.transaction().execute(async (trx) => {
      if (!(await deleteWaiting(trx, user_id))) throw new Refusal("notFound");
      const detail = { step: "withdrawn" };
      await app.audit.record(
        request,
        { action: "name-correction", subject_id: user_id, detail },
        trx,
      );
    });
    return {};
  });

  serve(
    app,
    readSchoolRequests,
    async ({ caller, request }) => {
      const scope = decisionScopeOf(caller);
      if (scope === undefined) return { corrections: [], erasures: [] };
      const [corrections, erasures] = await Promise.all([
        waitingCorrections(app.db, scope),
        waitingErasures(app.db, scope, app.now()),
      ]);
      const shown = [...corrections, ...erasures].map(({ person }) => person.id);
      await recordChildRead(app, request, await pupilsAmong(app.db, shown), {
        object: { kind: "school", id: caller.school.id },
      });
      return { corrections, erasures };
    },
    ACROSS,
  );

  serve(
    app,
    decideNameCorrection,
    async ({ input: { id, accept, answer }, caller, request }) => {
      const scope = decisionScopeOf(caller);
      if (scope === undefined) throw new Refusal("notFound");
      const reason = answer?.trim() ?? "";
      if (!accept && reason === "") {
        throw badField("answer", "请写明不同意的原因，申请人会看到");
      }
      const now = app.now();
      const by = caller.user_id;
      const user_id = await app.db.transaction().execute(async (trx) => {
        const decision = { id, by, accept, answer: reason || null, now };
        const decided = await decide(trx, scope, decision);
        if (decided === undefined) throw new Refusal("notFound");
        if (accept) {
          await renamePerson(trx, decided.user_id, decided.to_name, now);
          const renamed = { table: "user", key: { id: decided.user_id } } as const;
          const noted = { how: "hand", by_id: by, at: now, fields: ["name"] } as const;
          await noteOrigin(trx, { ...renamed, ...noted, person_id: decided.user_id });
        }
        const detail = { step: accept ? "accepted" : "refused", by: scope.by };
        const event = { action: "name-correction", subject_id: decided.user_id, detail } as const;
        await app.audit.record(request, event, trx);
        return decided.user_id;
      });
      app.sessions.forget(user_id);
      return {};
    },
    ACROSS,
  );

  serve(
    app,
    objectToErasure,
    async ({ input, caller, request }) => {
      const { user_id } = input;
      const reason = input.reason.trim();
      if (reason === "") {
        throw badField("reason", "请写明原因，学生的家长会看到");
      }
      await app.db.transaction().execute(async (trx) => {
        const school_id = caller.school.id;
        const objection = { user_id, by: caller.user_id, school_id, reason, now: app.now() };
        if (!(await putOffErasure(trx, objection))) throw new Refusal("notFound");
        const detail = { step: "objected" };
        await app.audit.record(request, { action: "erase", subject_id: user_id, detail }, trx);
      });
      return {};
    },
    ACROSS,
  );

  serve(
    app,
    withdrawObjection,
    async ({ input: { user_id }, caller, request }) => {
      await app.db.transaction().execute(async (trx) => {
        if (!(await dropObjection(trx, user_id, caller.school.id))) throw new Refusal("notFound");
        const detail = { step: "objection-withdrawn" };
        await app.audit.record(request, { action: "erase", subject_id: user_id, detail }, trx);
      });
      return {};
    },
    ACROSS,
  );

  serve(
    app,
    readWaiting,
    async ({ caller }) => {
      const scope = decisionScopeOf(caller);
      const [children, school_requests, notices] = await Promise.all([
        erasuresOfChildren(app.db, caller.user_id),
        scope === undefined ? 0 : countWaiting(app.db, scope),
        unseenNotices(app.db, caller),
      ]);
      return {
        erasures_of_children: children.map(({ id, name, due_at, requested_by }) => ({
          id,
          name,
          due_at: due_at.toISOString(),
          is_own: requested_by === caller.user_id,
        })),
        school_requests,
        notices,
      };
    },
    ACROSS,
  );

  async function nameOf(userId: string): Promise<{ name: string; is_roster_owned: boolean }> {
    const { name, source } = await app.db
      .selectFrom("user")
      .select(["name", "source"])
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();
    return { name, is_roster_owned: source !== null };
  }
}
