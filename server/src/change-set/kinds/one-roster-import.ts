import { chinaDay, type Change, type Identity, IDENTITY_NAMES, isIdentity } from "#contract";
import { Refusal } from "../../http/refusal.ts";
import { isBelowScope, isSchoolWithin, type Organisations } from "../../rights/rules.ts";
import { findBundle, type Plan, planKept, presentBundle } from "../../roster/api.ts";
import { isOperator } from "../operator.ts";
import type { PlannedRow } from "../rules.ts";
import {
  type ChangeKindOf,
  type Planning,
  requireGivable,
  requireNoneAbove,
  requireRows,
} from "./kind.ts";
import { type OneRosterDifference, oneRosterRows, readPresent } from "./one-roster-rows.ts";

type Import = Extract<Change, { kind: "one-roster-import" }>;

/** Makes the rows of a OneRoster source equal to a kept bundle of it (RO-01, RO-08); others' rows are not touched. */
export const oneRosterImport: ChangeKindOf<Import> = {
  right: "roster.import",
  async plan(planning, { bundle_id }) {
    const { db, now } = planning;
    const bundle = await findBundle(db, bundle_id);
    if (bundle === undefined) {
      throw new Refusal("conflict", {
        msg: "这份名册读过太久，已经删除，请重新导入",
        data: {},
      });
    }
    const { source } = bundle;
    const from = await presentBundle(db, source);
    if (from === bundle.id) requireRows([]);
    if (from !== bundle.base_id) {
      const msg = `名册“${source}”后来又导入过一次，请重新导入`;
      throw new Refusal("conflict", { msg, data: {} });
    }
    const plan = await planKept(db, bundle, chinaDay(now));
    const known = await db
      .selectFrom("roster_source")
      .select("source")
      .where("source", "=", source)
      .executeTakeFirst();
    const bundles = { from, hasSource: known !== undefined, to: bundle.id };
    const present = await readPresent(db, source, plan);
    const difference: OneRosterDifference = { source, plan, present, bundles, now };
    const seen = new Seen();
    for (const row of oneRosterRows(difference)) seen.add(row);
    requireRows(seen.first === undefined ? [] : [seen.first]);
    if (!isOperator(planning.actor)) await requireAllowed(planning, difference, seen);
    const words = seen.words();
    return {
      rows: { [Symbol.iterator]: () => oneRosterRows(difference) },
      act: `导入名册“${source}”`,
      sentence: `将按名册“${source}”更新${placesOf(plan)}：${words}`,
      school_id: topOf(plan, planning.organisations),
    };
  },
};

/**
 * Refuses what the actor may not do: schools of the roster that do not lie in the scope whole, identities that give more than
 * the actor may give, and people who may do more.
 */
async function requireAllowed(planning: Planning, difference: OneRosterDifference, seen: Seen) {
  const { scope } = planning;
  const { plan, present } = difference;
  const organisations = withNew(planning.organisations, plan);
  const ids = new Set([...plan.school.map(({ id }) => id), ...present.of.school.keys()]);
  const isNew = (id: string) => !planning.organisations.has(id);
  const outside = [...ids].filter((id) =>
    isNew(id) || seen.schools.has(id)
      ? !isBelowScope(scope, id, organisations) && !isNewBelow(id)
      : !isSchoolWithin(scope, id),
  );
  function isNewBelow(id: string): boolean {
    const above = organisations.get(id)?.parent_id ?? null;
    return above !== null && (isNew(above) ? isNewBelow(above) : isSchoolWithin(scope, above));
  }
  if (outside.length > 0) {
    const names = plan.school.filter(({ id }) => outside.includes(id)).map(({ name }) => name);
    const shown = names.slice(0, 3).join("、");
    throw new Refusal("notAllowed", {
      msg: `名册里有不归您管理的机构${shown === "" ? "" : `：${shown}`}，请由上一级管理员导入`,
    });
  }
  const given = { ...planning, organisations };
  for (const [place, isTaken] of seen.identities) {
    const [school_id = "", identity = ""] = place.split("\n");
    if (isIdentity(identity)) requireGivable(given, identity, school_id, isTaken);
  }
  await requireNoneAbove(planning, [...seen.people]);
}

/** Returns the organisations as they are, with those that the roster brings. */
function withNew(organisations: Organisations, { school }: Plan): Organisations {
  const news = school.filter(({ id }) => !organisations.has(id));
  return new Map([
    ...organisations,
    ...news.map(({ id, kind, parent_id }) => [id, { kind, parent_id }] as const),
  ]);
}

/** Returns the organisation that all others of the roster lie below, where it is there already; else null. */
function topOf({ school }: Plan, organisations: Organisations): string | null {
  const tops = school.filter(({ parent_id }) => parent_id === null);
  const [top] = tops;
  return tops.length === 1 && top !== undefined && organisations.has(top.id) ? top.id : null;
}

function placesOf({ school }: Plan): string {
  const schools = school.filter(({ kind, is_abled }) => kind === "school" && is_abled);
  const [only] = schools;
  return schools.length === 1 && only !== undefined
    ? `“${only.name}”`
    : ` ${schools.length} 所学校`;
}

/** Counts rows as they come, and notes whom and what they concern. */
class Seen {
  first: PlannedRow | undefined;
  /** Schools whose own rows change or are made. */
  readonly schools = new Set<string>();
  /** People who are there already and are changed. */
  readonly people = new Set<string>();
  /** `school_id\nidentity` → whether it is only taken. */
  readonly identities = new Map<string, boolean>();
  readonly #counts = new Map<string, number>();

  add(row: PlannedRow): void {
    const { table, key, before, after, person_id } = row;
    // what the platform notes of the source is no change that anybody sees
    if (table === "roster_source") return;
    this.first ??= row;
    const isDecided = Object.keys(after ?? {}).some((name) => name !== "stage_ids");
    if (table === "school" && isDecided) this.schools.add(key["id"] ?? "");
    if (person_id !== null && before !== null) this.people.add(person_id);
    const isEnd = before !== null && (after === null || after["is_abled"] === false);
    if (table === "membership") {
      const place = `${key["school_id"]}\n${key["identity"]}`;
      this.identities.set(place, (this.identities.get(place) ?? true) && isEnd);
    }
    const act = isEnd ? "end" : before === null ? "add" : "change";
    const what = table === "membership" ? `${table} ${key["identity"]}` : table;
    const name = `${what} ${act}`;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** Returns the numbers in words: 「加入 3 位学生，2 位教师离校」. */
  words(): string {
    const count = (name: string) => this.#counts.get(name) ?? 0;
    const identities = Object.entries(IDENTITY_NAMES) as [Identity, string][];
    const parts: (readonly [number, (n: number) => string])[] = [
      [count("school add"), (n) => `新建 ${n} 个机构`],
      [count("class add"), (n) => `新建 ${n} 个班级`],
      ...identities.map(
        ([identity, name]) =>
          [count(`membership ${identity} add`), (n: number) => `加入 ${n} 位${name}`] as const,
      ),
      [count("user change"), (n) => `修改 ${n} 人的资料`],
      [count("user end"), (n) => `停用 ${n} 个账号`],
      ...identities.map(
        ([identity, name]) =>
          [
            count(`membership ${identity} change`),
            (n: number) => `更新 ${n} 位${name}的身份`,
          ] as const,
      ),
      [count("class_student add"), (n) => `编入班级 ${n} 人`],
      [count("class_student end"), (n) => `移出班级 ${n} 人`],
      [count("class_teacher add") + count("class_teacher change"), (n) => `安排任课 ${n} 项`],
      [count("class_teacher end"), (n) => `取消任课 ${n} 项`],
      [count("guardian add") + count("guardian change"), (n) => `监护关系 ${n} 项`],
      [count("guardian end"), (n) => `解除监护关系 ${n} 项`],
      ...identities.map(
        ([identity, name]) =>
          [
            count(`membership ${identity} end`),
            (n: number) => `停用 ${n} 位${name}的身份`,
          ] as const,
      ),
      [count("class change"), (n) => `修改 ${n} 个班级`],
      [count("class end"), (n) => `归档 ${n} 个班级`],
      [count("school change"), (n) => `修改 ${n} 个机构`],
      [count("school end"), (n) => `停用 ${n} 个机构`],
    ];
    const said = parts.flatMap(([n, words]) => (n === 0 ? [] : words(n)));
    return said.length === 0 ? "补上新人和学科" : said.join("，");
  }
}
