import { randomInt } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AnswerOf, AppDraft, saveApp } from "#contract";
import type { Queryable } from "../../database/database.ts";
import type { MemberCaller } from "../../http/caller.ts";
import { Refusal } from "../../http/refusal.ts";
import { newSecret } from "../../platform/secret.ts";
import { hasSecret } from "../by-kind.ts";
import { faultsByField, type EntryFault } from "../entry-faults.ts";
import { unknownReferences } from "../named-in-entry.ts";
import { mayEdit, mayKnow, reachOf, type Reach } from "../reach.ts";
import { conflictingSettings } from "../conflicting-settings.ts";
import { upsertCatalogue, type AppToSave } from "../upsert-catalogue.ts";
import { entryOf, mergeDraft, missingIn, type KeptApp } from "./draft.ts";
import { finishIcons, holdIcons, iconFaults } from "./icons.ts";

/** The transaction waits for others that change the same app; what they changed is refused by `revision`. */
export async function saveDraft(
  app: FastifyInstance,
  request: FastifyRequest,
  caller: MemberCaller,
  given: AppDraft,
): Promise<AnswerOf<typeof saveApp>> {
  const reach = reachOf(caller);
  const draft = inDistrict(reach, given);
  const before = draft.id === undefined ? undefined : await editable(app.db, reach, draft.id);
  refuse(iconFaults(draft, before));
  await finishIcons(app.files, caller, draft, before);
  const saved = await app.db.transaction().execute(async (trx) => {
    const kept = before && (await editable(trx, reach, before.id, true));
    refuseStale(kept, draft);
    if (kept === undefined) refuse(missingIn(draft));
    const entry = mergeDraft(kept?.id ?? newAppId(), kept, draft);
    refuse([...faultsOf(entry), ...(await absences(trx, reach, entry, kept))]);
    await holdIcons(trx, app.files, caller, entry, kept);
    const isKept = kept?.secret_hash != null && kept.launch === entry.launch;
    const secret = hasSecret(entry) && !isKept ? newSecret() : undefined;
    await upsertCatalogue(trx, {
      categories: [],
      apps: [{ ...entry, ...(secret !== undefined && { secret }) }],
    });
    const fields = Object.keys(draft).filter((name) => name !== "id" && name !== "revision");
    const object = { kind: "app", id: entry.id };
    const detail = { fields: fields.sort(), is_new: kept === undefined };
    await app.audit.record(request, { action: "app-change", object, detail }, trx);
    const now = await readKept(trx, entry.id);
    if (now === undefined) throw new Error(`the app ${entry.id} was saved and is not there`);
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
  const kept = await readKept(db, id, lock);
  if (kept === undefined || !mayKnow(reach, kept)) throw new Refusal("notFound");
  if (!mayEdit(reach, kept)) {
    throw new Refusal("notAllowed", { msg: "这个应用属于整个平台，由平台管理员更改" });
  }
  return kept;
}

function readKept(db: Queryable, id: string, lock = false): Promise<KeptApp | undefined> {
  const query = db.selectFrom("app").selectAll().where("id", "=", id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
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

function faultsOf(entry: AppToSave): EntryFault[] {
  const nameless = entry.name === "" ? [{ path: "name", message: "名称不能为空。" }] : [];
  return [...nameless, ...faultsByField(entry), ...conflictingSettings(entry.settings ?? {})];
}

async function absences(
  trx: Queryable,
  reach: Reach,
  entry: AppToSave,
  kept: KeptApp | undefined,
): Promise<EntryFault[]> {
  const references = await unknownReferences(trx, reach, entry, kept);
  const faults = references.map(({ path, message }) => ({ path, message }));
  const { category_id: id } = entry;
  const category = await trx
    .selectFrom("app_category")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  if (category !== undefined) return faults;
  return [{ path: "category_id", message: "没有这个分类。" }, ...faults];
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
