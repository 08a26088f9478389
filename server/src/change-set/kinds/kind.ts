import {
  chinaMoment,
  BUNDLE_OF_IDENTITY,
  BUNDLES,
  type Change,
  type Identity,
  IDENTITY_NAMES,
  type Right,
  separateRightsOf,
} from "#contract";
import type { Queryable } from "../../database/database.ts";
import { badField, Refusal } from "../../http/refusal.ts";
import type { Separation } from "../../rights/duties.ts";
import { idsAbove } from "../../rights/queries.ts";
import { notGivable } from "../../rights/not-givable.ts";
import {
  decide,
  type Held,
  isSchoolWithin,
  type Organisations,
  type Scope,
  placePathOf,
} from "../../rights/rules.ts";
import type { Guard, PlannedRow } from "../rules.ts";

/**
 * The means with which a kind of change plans. The statements see every school: each names the scope that bounds it.
 */
export interface Planning extends Separation {
  db: Queryable;
  actor: { user_id: string; held: readonly Held[] };
  /** The places at which the actor has the right of the kind. */
  scope: Scope;
  organisations: Organisations;
}

export interface Planned {
  /** Gone through several times; of many, each is made when its turn comes. */
  rows: Iterable<PlannedRow>;
  /** Words of the button: 「停用 12 位学生」. */
  act: string;
  /** Says what will be done: 「将停用 12 位学生，其中 3 位有监护人」. */
  sentence: string;
  /** Requested entries that are nobody in the scope, in their order. */
  unmatched?: string[];
  /** The only school that the change concerns, or the district of several ({@link placeOfAll}); null: neither. */
  school_id: string | null;
  /** Guards of a kind with an arithmetic of its own, in place of the shares of members that end or change. */
  guards?: Guard[];
  /** The moment until which an approved change waits. */
  apply_at?: Date | null;
}

/** A kind of change: its right, and the planning of its rows. It defines no undo: that is the rows reversed. */
export interface ChangeKindOf<C extends Change> {
  right: Right;
  plan: (planning: Planning, change: C) => Promise<Planned>;
}

/**
 * Returns the place of a change that concerns these schools: the only one, else the district that they are all in, where it is
 * the actor's. So the district's administrators see and take back what one of them did at several schools (CS-07).
 */
export function placeOfAll(
  ids: Iterable<string>,
  { scope, organisations }: Pick<Planning, "scope" | "organisations">,
): string | null {
  const all = [...new Set(ids)];
  if (all.length === 1) return all[0] ?? null;
  const districts = all.map((id) => {
    const organisation = organisations.get(id);
    return organisation?.kind === "district" ? id : (organisation?.parent_id ?? null);
  });
  const [district = null] = districts;
  if (district === null || districts.some((id) => id !== district)) return null;
  return isSchoolWithin(scope, district) ? district : null;
}

/** Throws `badInput` for the field at `path`, with the sentence for the person who plans. */
export function refuse(path: string, message: string): never {
  throw badField(path, message);
}

/** Returns the entries of `asked` that were not found, in their order. */
export function notFound(
  asked: readonly string[],
  found: readonly { user_id: string }[],
): string[] {
  const known = new Set(found.map(({ user_id }) => user_id));
  return asked.filter((id) => !known.has(id));
}

/**
 * Refuses to give or take an identity whose rights go beyond the actor's own (GR-03): making somebody a school's
 * administrator gives all that one may do.
 */
export function requireGivable(
  { actor, organisations, isSeparate, now }: Planning,
  identity: Identity,
  school_id: string,
  /** Disabling gives nothing: where the duties are apart, it wants no right to give. */
  isTaken = false,
): void {
  const brings = BUNDLE_OF_IDENTITY[identity];
  if (brings === undefined) return;
  const placePath = placePathOf({ kind: brings.kind, school_id, part_id: "" }, organisations);
  const at =
    brings.kind === "platform"
      ? { school_id: null, district_id: null, grade_id: null, class_id: null }
      : placePath;
  const { name, rights } = BUNDLES[brings.bundle];
  if (isSeparate) {
    const left = separateRightsOf(brings.bundle) ?? rights;
    const hasAll = left.every((right) => decide(actor.held, right, at, now).may);
    if (isTaken && hasAll) return;
    throw new Refusal("notAllowed", {
      msg: `三员分立时，身份“${IDENTITY_NAMES[identity]}”不在这里给出：请安全管理员在“权限”里授予，或由运维人员用命令给出`,
    });
  }
  if (notGivable(actor.held, rights, { placePath: at, until: null, now }).length === 0) return;
  throw new Refusal("notAllowed", {
    msg: `“${name}”的权限超出您自己的，请由上一级管理员处理`,
  });
}

/** Refuses to act on people who may do, anywhere, what the actor may not do there (GR-03). */
export async function requireNoneAbove(
  { db, actor, organisations, ...separation }: Planning,
  ids: readonly string[],
): Promise<void> {
  const [first] = await idsAbove(db, actor, ids, organisations, separation);
  if (first === undefined) return;
  throw new Refusal("notAllowed", {
    msg: `“${first.name}”的管理权限超出您的，请由上一级管理员处理`,
  });
}

/** Thrown for a change that would change nothing. */
export class NothingToChange extends Refusal {
  constructor() {
    super("conflict", { msg: "没有需要改的：已经是这样了", data: {} });
  }
}

/** Refuses when nothing would change. */
export function requireRows(rows: readonly PlannedRow[]): void {
  if (rows.length === 0) throw new NothingToChange();
}

/** Returns the end of a day in China, until which an identity or a lock lasts. */
export function endOfDay(day: string): string {
  return chinaMoment(day, "23:59:59.999").toISOString();
}
