import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  type ManagedContent,
  type ContentConflict,
  deleteContent,
  type FileType,
  type ListedContent,
  makeContent,
  type Media,
  mediaTypeOf,
  mediumKeyOf,
  pictureKeyOf,
  readManagedContent,
  readManagedContents,
  saveContent,
  showContent,
  isCursorMoment,
} from "#contract";
import type { AuditDetail } from "../audit/audit.ts";
import { claimMedium, findMedium, hasPicture } from "../file/api.ts";
import { badField, invalidCursor, Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { serveOnce } from "../http/serve-once.ts";
import { isSchoolWithin } from "../rights/rules.ts";
import type { RightsCaller } from "../session/caller.ts";
import { requireFreshProof } from "../session/fresh-proof.ts";
import { type ContentFault, contentFaults, type ContentToSave } from "./content-faults.ts";
import { tagName } from "./curriculum.ts";
import {
  type ManagedCursor,
  type ManagedRow,
  findManaged,
  isUnchanged,
  listManaged,
} from "./managed-queries.ts";
import { cleanValues, conflictsOf, NEW_ITEM, valuesOf, withValues } from "./managed-values.ts";
import { readyContents } from "./ready-contents.ts";
import { type ContentKey, removeContents, saveContents } from "./save-contents.ts";

/**
 * Serves the management of lessons and resources (AD-20), by right and owner: what belongs elsewhere
 * does not exist, and what is everybody's is for who has the right on the whole platform. The import writes by the same
 * functions. `onChange` is called after each change.
 */
export async function contentManagementRoutes(
  app: FastifyInstance,
  onChange: () => void,
): Promise<void> {
  const { db } = app;

  serve(app, readManagedContents, async ({ input: { after, ...filters }, caller }) => {
    if (filters.school_id !== undefined) await requireOwner(caller, filters.school_id);
    const { rows, next } = await listManaged(db, caller.scope, filters, cursorIn(after));
    return {
      items: rows.map(brief),
      next:
        next === undefined
          ? null
          : JSON.stringify([next.updated_at.toISOString(), next.school_id, next.id]),
    };
  });

  serve(app, readManagedContent, async ({ input, caller }) =>
    whole(await requireItem(caller, keyOf(input))),
  );

  serveOnce(app, makeContent, {
    make: async ({ input, caller, request }, id) => {
      const { school_id = "", is_shown } = input;
      await requireOwner(caller, school_id);
      const state = is_shown ? "published" : "draft";
      const blank: ContentToSave = { ...NEW_ITEM, school_id, id, state };
      const item = withValues(blank, cleanValues(input.values));
      await write({ request, caller }, item, undefined, { step: "make", is_shown });
      return whole(await requireItem(caller, item));
    },
    made: async ({ input: { school_id = "" }, caller }, id) => {
      const row = await findManaged(db, caller.scope, { school_id, id });
      return row && whole(row);
    },
  });

  serve(app, saveContent, async ({ input, caller, request }) => {
    const row = await requireItem(caller, keyOf(input));
    const wanted = Object.fromEntries(input.changes.map(({ field, after }) => [field, after]));
    const values = cleanValues(wanted);
    const changes = input.changes.map((change) => ({
      ...change,
      after: values[change.field] ?? "",
    }));
    const fields = changes.map(({ field }) => field);
    if (new Set(fields).size < fields.length) throw badField("", "同一项只能改一次");
    const now = valuesOf(row);
    const fixed = fields.find((field) => now[field] === undefined);
    if (fixed !== undefined)
      throw badInput([{ field: fixed, message: "这一项有几部分，请用导入来改" }]);
    const conflicts = conflictsOf(changes, now);
    if (conflicts.length > 0) throw changedMeanwhile(conflicts);
    await write({ request, caller }, withValues(itemOf(row), values), row, {
      step: "edit",
      fields,
    });
    return whole(await requireItem(caller, row));
  });

  serve(app, showContent, async ({ input, caller, request }) => {
    const row = await requireItem(caller, keyOf(input));
    const state = input.is_shown ? "published" : "draft";
    if (row.state !== state) {
      const step = input.is_shown ? "show" : "hide";
      await write({ request, caller }, { ...itemOf(row), state }, row, { step });
    }
    return whole(await requireItem(caller, row));
  });

  serve(app, deleteContent, async ({ input, caller, request }) => {
    const { school_id, id } = await requireItem(caller, keyOf(input));
    await requireFreshProof(app, caller, input, request);
    await db.transaction().execute(async (trx) => {
      // somebody else was first
      if ((await removeContents(trx, [{ school_id, id }])) === 0) throw new Refusal("notFound");
      const detail = { step: "delete", reason: input.reason, owner: school_id };
      const event = { action: "content-change", object: { kind: "content", id }, detail } as const;
      await app.audit.record(request, event, trx);
    });
    onChange();
    return {};
  });

  async function requireItem({ scope }: RightsCaller, key: ContentKey): Promise<ManagedRow> {
    const row = await findManaged(db, scope, key);
    if (row === undefined) throw new Refusal("notFound");
    return row;
  }

  /** Refuses an owner outside of the scope; the empty one is everybody's. */
  async function requireOwner({ scope }: RightsCaller, schoolId: string): Promise<void> {
    if (scope.kind === "all" && schoolId === "") return;
    if (schoolId === "") {
      const msg = "全平台的内容由平台管理员管理，请选择学校或区域";
      throw new Refusal("notAllowed", { msg });
    }
    const isKnown = (await app.organisations.tree()).has(schoolId);
    if (!isKnown || !isSchoolWithin(scope, schoolId)) throw new Refusal("notFound");
  }

  /** Stores an item with its audit entry; `before` is the row that it was made of, absent for a new one. */
  async function write(
    { request, caller }: { request: FastifyRequest; caller: RightsCaller },
    item: ContentToSave,
    before: ManagedRow | undefined,
    detail: AuditDetail,
  ): Promise<void> {
    const faults = contentFaults(item);
    if (faults.length > 0) throw badInput(faults);
    const key = item.cover === before?.cover ? undefined : pictureKeyOf(item.cover);
    if (key !== undefined && !(await hasPicture(db, key))) {
      throw badInput([{ field: "cover", message: "封面的图片已经不在了，请重新上传" }]);
    }
    const medium = newMedium(item, before);
    const known = medium === undefined ? undefined : await findMedium(db, medium);
    const whole = known === undefined ? item : { ...item, media: withFile(item.media, known) };
    // the readings of its words are found before the transaction, in which others would wait
    const ready = await readyContents([whole]);
    await db.transaction().execute(async (trx) => {
      // somebody who saved in this very moment: the page reads anew and says what was changed
      if (before !== undefined && !(await isUnchanged(trx, before))) throw changedMeanwhile([]);
      const claim = { owner: item.school_id, user_id: caller.user_id };
      if (medium !== undefined && !(await claimMedium(trx, { id: medium, ...claim }))) {
        throw badInput([{ field: "media_url", message: "这个文件已经不在了，请重新上传" }]);
      }
      const written = await saveContents(trx, ready, app.now());
      // the same attempt, a moment ago
      if (before === undefined && written === 0) throw new Error(`${item.id} is there already`);
      await app.audit.record(
        request,
        {
          action: "content-change",
          object: { kind: "content", id: item.id },
          detail: { ...detail, owner: item.school_id },
        },
        trx,
      );
    });
    onChange();
  }
}

function keyOf({ school_id = "", id }: { school_id?: string; id: string }): ContentKey {
  return { school_id, id };
}

function itemOf(row: ManagedRow): ContentToSave {
  const { owner_name: _owner, views: _views, published_at, ...columns } = row;
  const { withdrawn_at: _gone, created_at: _made, updated_at: _changed, ...item } = columns;
  return published_at === null ? item : { ...item, published_at };
}

function brief(row: ManagedRow): ListedContent {
  const { school_id, id, owner_name, title, state, published_at, updated_at, views } = row;
  return {
    ...{ id, owner_name, title, views },
    school_id: school_id === "" ? null : school_id,
    type_name: tagName("types", row.type_id) ?? "",
    grade_name: tagName("grades", row.grade_id) ?? tagName("stages", row.stage_id) ?? "",
    subject_name: tagName("subjects", row.subject_id) ?? "",
    is_shown: state === "published",
    published_at: published_at?.toISOString() ?? null,
    updated_at: updated_at.toISOString(),
  };
}

function whole(row: ManagedRow): ManagedContent {
  const { sections, media } = row;
  return { ...brief(row), values: valuesOf(row), sections, media };
}

/** Returns the key of an uploaded medium that an item did not have before. */
function newMedium({ media }: ContentToSave, before: ManagedRow | undefined): string | undefined {
  const url = media[0]?.url ?? "";
  return url === before?.media[0]?.url ? undefined : mediumKeyOf(url);
}

/** Returns media whose first is this file: its kind and size come from the file itself. */
function withFile(
  [first, ...others]: readonly Media[],
  { mime, size }: { mime: FileType; size: number },
): Media[] {
  return first === undefined ? [] : [{ ...first, type: mediaTypeOf(mime), mime, size }, ...others];
}

function badInput(faults: readonly ContentFault[]): Refusal {
  return new Refusal("badInput", {
    msg: faults.map(({ message }) => message).join("；"),
    data: { errors: faults.map(({ field, message }) => ({ path: field ?? "", message })) },
  });
}

function changedMeanwhile(conflicts: readonly ContentConflict[]): Refusal {
  return new Refusal("conflict", {
    msg: "另一位管理员刚刚也改了这里，请看一看再保存",
    data: { conflicts },
  });
}

function cursorIn(after: string | undefined): ManagedCursor | undefined {
  if (after === undefined) return undefined;
  let read: unknown;
  try {
    read = JSON.parse(after);
  } catch {
    throw invalidCursor();
  }
  const [moment, school_id, id] = Array.isArray(read) ? (read as unknown[]) : [];
  if (typeof moment !== "string" || typeof school_id !== "string" || typeof id !== "string") {
    throw invalidCursor();
  }
  if (!isCursorMoment(moment)) throw invalidCursor();
  return { at: new Date(moment), school_id, id };
}
