import type { FastifyInstance } from "fastify";
import {
  cleanName,
  BRANDING_FIELD_NAMES,
  BRANDING_LIMITS,
  type BrandingChange,
  type BrandingConflict,
  type BrandingField,
  brandingFault,
  type BrandingValues,
  nameFault,
  pictureKeyOf,
  readBranding,
  saveBranding,
} from "#contract";
import type { Queryable } from "../database/database.ts";
import { hasPicture } from "../file/api.ts";
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { requirePlatform } from "../rights/api.ts";
import { withoutControls } from "../platform/control-characters.ts";
import { exchangeState, readState } from "../platform/platform-state.ts";
import { requireFreshProof } from "../session/fresh-proof.ts";
import { BRANDING_KEY, parseBranding } from "./api.ts";

/** Serves the platform's branding, read and changed in the page (AD-20). */
export async function brandingRoutes(app: FastifyInstance): Promise<void> {
  serve(app, readBranding, async ({ caller }) => {
    requirePlatform(caller.scope);
    return {
      own: parseBranding(await readState(app.db, BRANDING_KEY)),
      defaults: app.branding.defaults,
    };
  });

  serve(app, saveBranding, async ({ input, caller, request }) => {
    requirePlatform(caller.scope);
    const changes = input.changes.map((change) => ({ ...change, after: clean(change.after) }));
    const errors = [...faultsOf(changes), ...(await lostPictures(app.db, changes))];
    const [first] = errors;
    if (first !== undefined)
      throw new Refusal("badInput", { msg: first.message, data: { errors } });
    await requireFreshProof(app, caller, input, request);
    const own = await app.db.transaction().execute(async (trx) => {
      const kept = await readState(trx, BRANDING_KEY);
      const now = parseBranding(kept);
      const conflicts = conflictsOf(changes, now);
      if (conflicts.length > 0) throw changedMeanwhile(conflicts);
      const next = changed(now, changes);
      // somebody who saved in this very moment: the page reads anew and says what was changed
      if (!(await exchangeState(trx, BRANDING_KEY, kept, JSON.stringify(next)))) {
        throw changedMeanwhile([]);
      }
      await app.audit.record(
        request,
        {
          action: "settings-change",
          object: { kind: "platform", id: BRANDING_KEY },
          detail: { fields: changes.map(({ field }) => field) },
        },
        trx,
      );
      return next;
    });
    app.branding.learn(own);
    return { own };
  });
}

/** Refuses a right held for only part of the platform: everybody sees the branding. */
function clean(value: string | null): string | null {
  return value === null ? null : cleanName(withoutControls(value));
}

interface Fault {
  path: string;
  message: string;
}

function faultsOf(changes: readonly BrandingChange[]): Fault[] {
  const fields = changes.map(({ field }) => field);
  const [twice] = fields.filter((field, nth) => fields.indexOf(field) !== nth);
  if (twice !== undefined) return [{ path: twice, message: "同一项只能改一次" }];
  return changes.flatMap(({ field, after }) => {
    const fault =
      after === null ? undefined : (brandingFault(field, after) ?? textFault(field, after));
    return fault === undefined
      ? []
      : [{ path: field, message: `${BRANDING_FIELD_NAMES[field]}：${fault}` }];
  });
}

/** Returns what is wrong with a text that stands on every page as a name does. */
function textFault(field: BrandingField, text: string): string | undefined {
  const isText = field === "name" || field === "owner" || field === "welcome";
  return isText ? nameFault(text, "文字", BRANDING_LIMITS[field]) : undefined;
}

async function lostPictures(db: Queryable, changes: readonly BrandingChange[]): Promise<Fault[]> {
  for (const { field, after } of changes) {
    const key = field === "logo" && after !== null ? pictureKeyOf(after) : undefined;
    if (key !== undefined && !(await hasPicture(db, key))) {
      return [{ path: field, message: "这张图片已经不在了，请重新上传" }];
    }
  }
  return [];
}

/**
 * Returns the fields whose value is no longer the one that was changed, except those that already have the wanted
 * value.
 */
function conflictsOf(changes: readonly BrandingChange[], now: BrandingValues): BrandingConflict[] {
  return changes.flatMap(({ field, before, after }) => {
    const theirs = now[field] ?? null;
    return theirs === before || theirs === after ? [] : [{ field, theirs }];
  });
}

function changed(now: BrandingValues, changes: readonly BrandingChange[]): BrandingValues {
  const next = { ...now };
  for (const { field, after } of changes) {
    if (after === null) delete next[field];
    else next[field] = after;
  }
  return next;
}

function changedMeanwhile(conflicts: readonly BrandingConflict[]): Refusal {
  return new Refusal("conflict", {
    msg: "另一位管理员刚刚也改了这里，请看一看再保存",
    data: { conflicts },
  });
}
