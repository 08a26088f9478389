import type { FastifyInstance } from "fastify";
import {
  cancelErasure,
  ERASURE_GRACE_DAYS,
  EXPORT_SECONDS,
  exportData,
  readKeptData,
  requestErasure,
} from "#contract";
import { requireFreshProof } from "../session/fresh-proof.ts";
import { badField, Refusal } from "../http/refusal.ts";
import { hashSecret, newSecret } from "../platform/secret.ts";
import { daysAfter } from "../platform/days.ts";
import { serve } from "../http/serve.ts";
import { DOWNLOAD_PATH, downloadRoute } from "./download.ts";
import { eraseDue, type EraseElsewhere } from "./due.ts";
import { keptKinds } from "./kept.ts";
import {
  askForErasure,
  findErasureRequest,
  isIndispensable,
  permitExport,
  takeBack,
} from "./requests.ts";
import { sweepOld } from "./retention.ts";
import { findMeant, type Meant } from "./subject.ts";
import { runScheduledWipe, WIPE } from "./wipe.ts";

const ERASE_EVERY_MS = 60_000;
const SWEEP_EVERY_MS = 3_600_000;
/** Lets handlers read a child at other schools than the parent's. */
const ACROSS = { across: "personal-data" } as const;

/** Serves the personal data of oneself or one's child: list, export and erasure. */
export async function personalDataRoutes(
  app: FastifyInstance,
  { eraseElsewhere }: { eraseElsewhere: EraseElsewhere },
): Promise<void> {
  serve(
    app,
    readKeptData,
    async ({ input, caller }) => {
      const meant = await findMeant(app.db, caller.user_id, input.child_id, app.now());
      const [kinds, erasure] = await Promise.all([
        keptKinds(app.db, meant),
        findErasureRequest(app.db, meant.id),
      ]);
      const { id, name, account, may_export, may_erase, why_not, is_sourced } = meant;
      return {
        person: { id, name, account },
        kinds,
        may_export,
        may_erase,
        why_not,
        is_sourced,
        erasure: erasure === undefined ? null : shownErasure(erasure),
      };
    },
    ACROSS,
  );

  serve(
    app,
    exportData,
    async ({ input, caller, request }) => {
      const meant = await findMeant(app.db, caller.user_id, input.child_id, app.now());
      if (!meant.may_export) throw refused(meant);
      await requireFreshProof(app, caller, input, request);
      const ticket = newSecret();
      const now = app.now();
      await app.db.transaction().execute(async (trx) => {
        await permitExport(trx, {
          id_hash: hashSecret(ticket),
          session_id: caller.session_id,
          subject_id: meant.id,
          now,
          expires_at: new Date(now.getTime() + EXPORT_SECONDS * 1000),
        });
        await app.audit.record(request, { action: "export", subject_id: meant.id }, trx);
      });
      return { url: `${DOWNLOAD_PATH}?ticket=${ticket}`, expires_in: EXPORT_SECONDS };
    },
    ACROSS,
  );

  serve(
    app,
    requestErasure,
    async ({ input, caller, request }) => {
      const now = app.now();
      const meant = await findMeant(app.db, caller.user_id, input.child_id, now);
      if (!meant.may_erase) throw refused(meant);
      if (input.account.normalize("NFKC").trim().toLowerCase() !== meant.account) {
        throw badField("account", "账号与要删除的账号不一致");
      }
      await requireFreshProof(app, caller, input, request);
      if (await isIndispensable(app.db, meant.id)) {
        throw new Refusal("conflict", {
          msg: "您是这里唯一的管理员，请先让别人也成为管理员，再删除账号",
          data: { field: "account" },
        });
      }
      const due_at = daysAfter(now, ERASURE_GRACE_DAYS);
      const due = await app.db.transaction().execute(async (trx) => {
        const asked = { user_id: meant.id, requested_by: caller.user_id, now, due_at };
        const detail = { step: "requested" };
        const event = { action: "erase", subject_id: meant.id, detail } as const;
        await app.audit.record(request, event, trx);
        return askForErasure(trx, asked);
      });
      return { due_at: due.toISOString() };
    },
    ACROSS,
  );

  serve(
    app,
    cancelErasure,
    async ({ input, caller, request }) => {
      const now = app.now();
      const meant = await findMeant(app.db, caller.user_id, input.child_id, now);
      await app.db.transaction().execute(async (trx) => {
        if (!(await takeBack(trx, meant.id, now))) throw new Refusal("notFound");
        const detail = { step: "cancelled" };
        const event = { action: "erase", subject_id: meant.id, detail } as const;
        await app.audit.record(request, event, trx);
      });
      return {};
    },
    ACROSS,
  );

  downloadRoute(app);

  sweepPersonalData(app, eraseElsewhere);
}

/**
 * Registers the jobs that erase people who are due, delete old rows, and wipe erased data from the embedded database's
 * files.
 */
function sweepPersonalData(app: FastifyInstance, elsewhere: EraseElsewhere): void {
  app.jobs.handle("erasure", { everyMs: ERASE_EVERY_MS, run: () => eraseDue(app, elsewhere) });
  app.jobs.handle("retention", {
    everyMs: SWEEP_EVERY_MS,
    run: () => sweepOld(app.db, app.now()),
  });
  if (app.config.databaseUrl === undefined) {
    app.jobs.handle("wipe", { ...WIPE, run: () => runScheduledWipe(app.db) });
  }
}

function refused({ why_not }: Meant): Refusal {
  return new Refusal("notAllowed", why_not === null ? {} : { msg: why_not });
}

function shownErasure(erasure: NonNullable<Awaited<ReturnType<typeof findErasureRequest>>>) {
  const { requested_at, due_at, objection, objecting_school } = erasure;
  return {
    requested_at: requested_at.toISOString(),
    due_at: due_at.toISOString(),
    objection: objection === null ? null : { school: objecting_school ?? "", reason: objection },
  };
}
