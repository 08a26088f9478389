import { randomInt } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AnswerOf, AppDraft, saveApp } from "#contract";
import type { Queryable } from "../../database/database.ts";
import type { MemberCaller } from "../../session/caller.ts";
import { Refusal } from "../../http/refusal.ts";
import { faultsOf, type KeptApp, mergeDraft, readEntry, saveEntry } from "../entry.ts";
import type { EntryFault } from "../entry-faults.ts";
import { mayEdit, mayKnow, type Reach, reachOf } from "../reach.ts";
import { entryOf, missingIn } from "./draft.ts";
import { finishIcons, holdIcons, iconFaults } from "./icons.ts";

/** The transaction waits for others that change the same app; what they changed is refused by `revision`. */
export async function saveDraft(
  app: FastifyInstance,
  request: FastifyRequest,
  caller: MemberCaller,
  given: AppDraft,
): Promise<AnswerOf<typeof saveApp>> {
  const reach = reachOf(caller, app.now());
  const draft = inDistrict(reach, given);
  const before = draft.id === undefined ? undefined : await editable(app.db, reach, draft.id);
  refuse(iconFaults(draft, before));
  await finishIcons(app.files, caller, draft, before);
  const saved = await app.db.transaction().execute(async (trx) => {
    const kept = before && (await editable(trx, reach, before.id, true));
    refuseStale(kept, draft);
    if (kept === undefined) refuse(missingIn(draft));
    const entry = mergeDraft(kept?.id ?? newAppId(), kept, draft);
    const faults = await faultsOf(trx, reach, entry, kept);
    refuse(faults.map(({ path, message }) => ({ path, message })));
    const { app: now, secret, is_new } = await saveEntry(trx, entry, kept);
    await holdIcons(trx, app.files, caller, now, kept);
    const fields = Object.keys(draft).filter((name) => name !== "id" && name !== "revision");
    const object = { kind: "app", id: now.id };
    const detail = { fields: fields.sort(), is_new };
    await app.audit.record(request, { action: "app-change", object, detail }, trx);
    return { ...entryOf(now), ...(secret !== undefined && { secret }) };
  });
  app.catalogue.forget();
  return saved;
}

/** The app, if this person may change it. What is another district's does not exist. */
export async function editable(
  db: Queryable,
  reach: Reach,
  id: string,
  lock = false,
): Promise<KeptApp> {
  const kept = await readEntry(db, id, lock);
  if (kept === undefined || !mayKnow(reach, kept)) throw new Refusal("notFound");
  if (!mayEdit(reach, kept)) {
    throw new Refusal("notAllowed", { msg: "这个应用属于整个平台，由平台管理员更改" });
  }
  return kept;
}

/** An app of who administers one district is that district's. */
export function inDistrict({ everything, district_ids }: Reach, draft: AppDraft): AppDraft {
  const { id, district_id } = draft;
  const given = district_id === "" ? null : district_id;
  if (everything) return given === undefined ? draft : { ...draft, district_id: given };
  if (given === null) {
    refuse([{ path: "district_id", message: "只有平台管理员能建立属于整个平台的应用。" }]);
  }
  if (given !== undefined || id !== undefined) return draft;
  const [only, ...more] = district_ids;
  if (only !== undefined && more.length === 0) return { ...draft, district_id: only };
  refuse([{ path: "district_id", message: "请选择所属区域。" }]);
  return draft;
}

function refuseStale(kept: KeptApp | undefined, { revision }: AppDraft): void {
  if (kept === undefined || revision === undefined || kept.revision === revision) return;
  throw new Refusal("conflict", {
    data: { revision: kept.revision, updated_at: kept.updated_at.toISOString() },
  });
}

function refuse(faults: readonly EntryFault[]): void {
  if (faults.length === 0) return;
  throw new Refusal("badInput", {
    msg: faults.map(({ message }) => message).join(""),
    data: { errors: faults },
  });
}

const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";
const ID_LENGTH = 10;

function newAppId(): string {
  const letters = Array.from({ length: ID_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]);
  return `app-${letters.join("")}`;
}
