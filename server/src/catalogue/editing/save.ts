import type { FastifyInstance, FastifyRequest } from "fastify";
import { isDeepStrictEqual } from "node:util";
import {
  type AnswerOf,
  type AppDraft,
  type saveApp,
  SHELF_STATE_NAMES,
  SHELF_STATES,
} from "#contract";
import type { Queryable } from "../../database/database.ts";
import type { MemberCaller } from "../../session/caller.ts";
import { Refusal } from "../../http/refusal.ts";
import {
  type AppToSave,
  faultsOf,
  hasSecret,
  type KeptApp,
  mergeDraft,
  readEntry,
  renewSecret,
  saveEntry,
} from "../entry.ts";
import type { EntryFault } from "../entry-faults.ts";
import { mayEdit, mayKnow, type AppScope, appScopeOf } from "../app-scope.ts";
import { unknownReferences } from "../entry-references.ts";
import type { Audience } from "../rules.ts";
import { audienceIn, entryOf, missingIn } from "./draft.ts";
import { finishIcons, holdIcons, iconFaults } from "./icons.ts";

/**
 * Saves a draft, that of a new app as `newId`. The transaction waits for others that change the same app; a change that
 * they made is refused by `revision`.
 */
export async function saveDraft(
  app: FastifyInstance,
  request: FastifyRequest,
  caller: MemberCaller,
  given: AppDraft,
  newId: string,
): Promise<AnswerOf<typeof saveApp>> {
  const appScope = appScopeOf(caller, app.now());
  const draft = inDistrict(appScope, given);
  const before = draft.id === undefined ? undefined : await editable(app.db, appScope, draft.id);
  refuse(iconFaults(draft, before));
  await finishIcons(app.files, caller, draft, before);
  const saved = await app.db.transaction().execute(async (trx) => {
    const kept = before && (await editable(trx, appScope, before.id, true));
    refuseStale(kept, draft);
    refuseJump(kept, draft);
    if (kept === undefined) refuse(missingIn(draft));
    const entry = mergeDraft(kept?.id ?? newId, kept, draft);
    const faults = await faultsOf(trx, appScope, entry, kept);
    refuse(faults.map(({ path, message }) => ({ path, message })));
    refuseAccess(caller, app.now(), entry, kept);
    const { app: now, secret, is_new } = await saveEntry(trx, entry, kept);
    // the same attempt, a moment ago
    if (is_new && now.revision > 1) throw new Error(`the app ${now.id} is there already`);
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

/**
 * Returns the app that an attempt made already, if it did. Its secret went with the answer that was lost, so one that is as
 * it was made gets another.
 */
export async function madeApp(
  app: FastifyInstance,
  request: FastifyRequest,
  caller: MemberCaller,
  id: string,
): Promise<AnswerOf<typeof saveApp> | undefined> {
  if ((await readEntry(app.db, id)) === undefined) return undefined;
  const saved = await app.db.transaction().execute(async (trx) => {
    const kept = await editable(trx, appScopeOf(caller, app.now()), id, true);
    if (kept.revision > 1 || !hasSecret(kept)) return entryOf(kept);
    const object = { kind: "app", id };
    const detail = { fields: ["secret"], is_new: false };
    await app.audit.record(request, { action: "app-change", object, detail }, trx);
    const { app: renewed, secret } = await renewSecret(trx, kept);
    return { ...entryOf(renewed), ...(secret !== undefined && { secret }) };
  });
  app.catalogue.forget();
  return saved;
}

/** Returns the app, if this person may change it; another district's does not exist. */
export async function editable(
  db: Queryable,
  appScope: AppScope,
  id: string,
  lock = false,
): Promise<KeptApp> {
  const kept = await readEntry(db, id, lock);
  if (kept === undefined || !mayKnow(appScope, kept)) throw new Refusal("notFound");
  if (!mayEdit(appScope, kept)) {
    throw new Refusal("notAllowed", { msg: "这个应用属于整个平台，由平台管理员更改" });
  }
  return kept;
}

/**
 * Returns the draft with its district: the given one, or for a new app the only one that the editor administers.
 * Refuses an app of the whole platform to editors of districts.
 */
function inDistrict({ everything, district_ids }: AppScope, draft: AppDraft): AppDraft {
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

/**
 * Returns the audience that a draft would make, over the stored entry if it is one that the editor may change. References
 * outside the editor's scope are refused as those to nothing: what a person is elsewhere is not told by them.
 */
export async function draftedAudience(
  db: Queryable,
  appScope: AppScope,
  given: AppDraft,
): Promise<{ draft: AppDraft; kept: KeptApp | undefined; audience: Audience }> {
  const draft = inDistrict(appScope, given);
  const kept = draft.id === undefined ? undefined : await editable(db, appScope, draft.id);
  refuse(await unknownReferences(db, appScope, draft, kept));
  return { draft, kept, audience: audienceIn(kept, draft) };
}

function refuseStale(kept: KeptApp | undefined, { revision }: AppDraft): void {
  if (kept === undefined || revision === undefined || kept.revision === revision) return;
  throw new Refusal("conflict", {
    data: { revision: kept.revision, updated_at: kept.updated_at.toISOString() },
  });
}

/** Refuses to skip a state: an app moves on one step at a time, and back any number (AD-19). */
function refuseJump(kept: KeptApp | undefined, { shelf_state }: AppDraft): void {
  if (kept === undefined || shelf_state === undefined) return;
  const [from, to] = [kept.shelf_state, shelf_state].map((one) => SHELF_STATES.indexOf(one));
  if (from === undefined || to === undefined || to <= from + 1) return;
  const next = SHELF_STATES[from + 1] ?? kept.shelf_state;
  const message = `这个应用${SHELF_STATE_NAMES[kept.shelf_state]}，下一步是“${SHELF_STATE_NAMES[next]}”。`;
  refuse([{ path: "shelf_state", message }]);
}

/** The fields of an entry that decide how the app is reached and which claims it gets. */
const ACCESS_FIELDS = [
  "launch",
  "url",
  "claims",
  "settings",
  "approved",
  "step_up",
  "roster",
] as const;

/** Refuses changes of `ACCESS_FIELDS` to callers without `app.register`; `app.manage` decides only who sees the app. */
function refuseAccess(
  caller: MemberCaller,
  now: Date,
  entry: AppToSave,
  kept: KeptApp | undefined,
): void {
  const registers = appScopeOf(caller, now, "app.register");
  if (mayEdit(registers, { district_id: entry.district_id ?? null })) return;
  const isSame = ACCESS_FIELDS.every(
    (field) => kept !== undefined && isDeepStrictEqual(entry[field], kept[field]),
  );
  if (isSame) return;
  throw new Refusal("notAllowed", {
    msg: "应用的接入方式由有“接入应用”权限的人更改",
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

/** Returns the id of the app that is made with this UUID: short, as it stands in addresses. */
export function newAppId(uuid: string): string {
  const bytes = Buffer.from(uuid.replaceAll("-", ""), "hex").subarray(-ID_LENGTH);
  return `app-${Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join("")}`;
}
