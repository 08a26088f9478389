import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { readManagedApps, removeApp, renewAppSecret, switchAppAtSchool } from "#contract";
import { badField, Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { isSchoolWithin, type Scope } from "../rights/rules.ts";
import { requireFreshProof } from "../session/fresh-proof.ts";
import { editable } from "./editing/save.ts";
import { hasSecret, renewSecret } from "./entry.ts";
import { isOfferedIn, mayEdit, appScopeOf } from "./app-scope.ts";
import { remove } from "./remove.ts";

/** Serves the apps of a scope: their states, on and off at schools, new secrets, and their end (AD-19). */
export async function shelfRoutes(app: FastifyInstance): Promise<void> {
  serve(app, readManagedApps, async ({ caller }) => {
    const [{ apps, categories }, tree] = await Promise.all([
      app.catalogue.contents(),
      app.organisations.tree(),
    ]);
    const appScope = appScopeOf(caller, app.now());
    const known = apps.filter(
      (one) => mayEdit(appScope, one) || isOfferedIn(caller.scope, tree, one),
    );
    return {
      categories,
      apps: known.map(({ updated_at, off_school_ids, ...one }) => ({
        ...one,
        updated_at: updated_at.toISOString(),
        may_edit: mayEdit(appScope, one),
        off_school_ids: off_school_ids.filter((id) => isSchoolWithin(caller.scope, id)),
      })),
    };
  });

  serve(app, switchAppAtSchool, async ({ input: { app_id, school_id, on }, caller, request }) => {
    const [one, tree] = await Promise.all([app.catalogue.app(app_id), app.organisations.tree()]);
    const ofSchool: Scope = { kind: "parts", schools: [school_id], grades: [], classes: [] };
    const isThere = isSchoolWithin(caller.scope, school_id) && tree.has(school_id);
    if (one === undefined || !isThere || !isOfferedIn(ofSchool, tree, one)) {
      throw new Refusal("notFound");
    }
    await app.db.transaction().execute(async (trx) => {
      const without = sql`array_remove(off_school_ids, ${school_id})`;
      const off_school_ids = on
        ? sql<string[]>`${without}`
        : sql<string[]>`array_append(${without}, ${school_id})`;
      await trx.updateTable("app").set({ off_school_ids }).where("id", "=", app_id).execute();
      const object = { kind: "app", id: app_id };
      const detail = { school: school_id, on };
      await app.audit.record(request, { action: "app-change", object, detail }, trx);
    });
    app.catalogue.forget();
    return { on };
  });

  serve(app, renewAppSecret, async ({ input, caller, request }) => {
    const { app_id } = input;
    const appScope = appScopeOf(caller, app.now(), "app.register");
    const before = await editable(app.db, appScope, app_id);
    if (!hasSecret(before)) {
      throw badField("app_id", "这个应用的接入方式不用密钥。");
    }
    await requireFreshProof(app, caller, input, request);
    const { secret } = await app.db.transaction().execute(async (trx) => {
      const kept = await editable(trx, appScope, app_id, true);
      const object = { kind: "app", id: app_id };
      const detail = { fields: ["secret"], is_new: false };
      await app.audit.record(request, { action: "app-change", object, detail }, trx);
      return renewSecret(trx, kept);
    });
    if (secret === undefined) throw new Error(`the app ${app_id} got no secret`);
    app.catalogue.forget();
    return { secret };
  });

  serve(app, removeApp, async ({ input, caller, request }) => {
    await remove(app, request, caller, input);
    return {};
  });
}
