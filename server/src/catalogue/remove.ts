import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { cleanName, type InputOf, type removeApp, SHELF_STATE_NAMES } from "#contract";
import { forgetItems } from "../app-data/api.ts";
import type { Queryable } from "../database/database.ts";
import { isReferredTo } from "../database/unavailable.ts";
import { badField, Refusal } from "../http/refusal.ts";
import { forgetTries } from "../launch/api.ts";
import { forgetTokens } from "../one-roster/api.ts";
import type { MemberCaller } from "../session/caller.ts";
import { requireFreshProof } from "../session/fresh-proof.ts";
import { forgetUse } from "../telemetry/api.ts";
import { releaseIcons } from "./editing/icons.ts";
import { editable } from "./editing/save.ts";
import type { KeptApp } from "./entry.ts";
import { mayEdit, appScopeOf } from "./app-scope.ts";
import { isOwnModule } from "./registry/own-modules.ts";

const IN_USE =
  "这个应用已经有别人打开过，或者它读过名册、发来过内容。家长的“孩子的数据”里要写着它的名字，所以不能删除；退回“已申请”以后谁也看不见它。";

/**
 * Deletes an app for good, with its secret and its tokens: one that nobody sees, and that nobody but the caller has opened. Rows
 * about others refer to it and hold it: a guardian reads in the data ledger which app got what (IN-07).
 */
export async function remove(
  app: FastifyInstance,
  request: FastifyRequest,
  caller: MemberCaller,
  input: InputOf<typeof removeApp>,
): Promise<void> {
  const manages = appScopeOf(caller, app.now());
  const registers = appScopeOf(caller, app.now(), "app.register");
  const removable = async (db: Queryable, lock = false): Promise<KeptApp> => {
    const kept = await editable(db, registers, input.app_id, lock);
    if (!mayEdit(manages, kept)) throw new Refusal("notAllowed");
    refuseOffered(kept);
    return kept;
  };
  const { name } = await removable(app.db);
  if (cleanName(input.name) !== name) {
    throw badField("name", `和应用的名称不一样，请照着“${name}”输入。`);
  }
  await requireFreshProof(app, caller, input, request);
  await app.db.transaction().execute(async (trx) => {
    const { id, icon, icon_mono } = await removable(trx, true);
    await forgetTries(trx, id, caller.user_id);
    await forgetUse(trx, id, caller.user_id);
    await forgetItems(trx, id, caller.user_id);
    await forgetTokens(trx, id);
    await trx
      .updateTable("quick_app")
      .set({ app_ids: sql<string[]>`array_remove(app_ids, ${id})` })
      .where(sql<boolean>`${id} = any (app_ids)`)
      .execute();
    try {
      await trx.deleteFrom("app").where("id", "=", id).execute();
    } catch (error) {
      if (!isReferredTo(error)) throw error;
      throw new Refusal("notAllowed", { msg: IN_USE, cause: error });
    }
    await releaseIcons(trx, app.files, { icon, icon_mono });
    const detail = { is_gone: true };
    await app.audit.record(
      request,
      { action: "app-change", object: { kind: "app", id }, detail },
      trx,
    );
  });
  app.catalogue.forget();
}

/** Refuses to delete the program's own apps, which its next start would bring back, and what people see. */
function refuseOffered({ id, shelf_state }: KeptApp): void {
  if (isOwnModule(id)) {
    const msg = "这是平台自带的应用，不能删除；不用时可以退回“已申请”，谁也看不见它。";
    throw new Refusal("notAllowed", { msg });
  }
  if (shelf_state !== "piloted" && shelf_state !== "shelf") return;
  const msg = `这个应用${SHELF_STATE_NAMES[shelf_state]}。先在“谁能看见”里退回“已申请”并保存，再删除。`;
  throw new Refusal("notAllowed", { msg });
}
