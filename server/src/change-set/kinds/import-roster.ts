import { createHash } from "node:crypto";
import { sql } from "kysely";
import { type Change, IDENTITY_NAMES } from "#contract";
import { Refusal } from "../../http/refusal.ts";
import { readingOf } from "../../people/api.ts";
import { idsAbove } from "../../rights/queries.ts";
import {
  findDraft,
  isReady,
  matchDraft,
  type MatchedRoster,
  peopleWhoEnd,
} from "../../roster-import/api.ts";
import type { PlannedRow } from "../rules.ts";
import type { ImportPlan, NewPerson } from "./import-plan.ts";
import { importRows } from "./import-rows.ts";
import { type ChangeKindOf, type Planning, requireGivable, requireRows } from "./kind.ts";
import { requireSchool } from "./members.ts";
import { requireHeadsGivable } from "./teaching.ts";

type Import = Extract<Change, { kind: "roster-import" }>;

/** Lines about who is left as they are, in one change. */
const MAX_KEPT_LINES = 500;

/** Makes a school as a dropped roster says; whom nightly rosters, other schools or others' rights bind is left. */
export const rosterImport: ChangeKindOf<Import> = {
  right: "roster.import",
  async plan(planning, { school_id, draft_id, ends }) {
    const { db } = planning;
    const school = await requireSchool(planning, school_id);
    const draft = await findDraft(db, draft_id);
    if (draft?.school_id !== school_id) {
      throw new Refusal("conflict", {
        msg: "这份名册读过太久，已经删除，请重新选择文件",
        data: {},
      });
    }
    requireGivable(planning, draft.kind, school_id);
    const roster = await matchDraft(db, draft);
    if (!isReady(roster)) {
      throw new Refusal("conflict", { msg: "名册里还有要认的人或班级，请先回答", data: {} });
    }
    const above = await idsOfAbove(planning, roster);
    const gone = peopleWhoEnd(roster, ends, above);
    const plan: ImportPlan = {
      ...{ roster, above, now: planning.now, school: { id: school_id, name: school.name } },
      made: await newPeople(db, roster),
      ended: gone.ended,
      idOf: (what) => derivedId(draft_id, what),
    };
    requireOwnHeadship(planning, plan);
    const rows = { [Symbol.iterator]: () => importRows(plan, () => {}) };
    const waits = roster.waiting.map(
      ({ person }) => `${person.name}：从别的学校转来，等原来的学校放行，没有新建账号`,
    );
    const left: string[] = [...waits, ...gone.left];
    const counts = tally(importRows(plan, (line) => void left.push(line)));
    requireRows(counts.first === undefined ? [] : [counts.first]);
    const kind = IDENTITY_NAMES[draft.kind];
    const people = roster.lines.length;
    return {
      ...{ rows, school_id, unmatched: shortened(left) },
      act: `导入 ${people} 位${kind}`,
      sentence: `将按名册更新“${school.name}”：${wordsOf(counts, kind)}`,
    };
  },
};

function shortened(left: readonly string[]): string[] {
  const shown = left.slice(0, MAX_KEPT_LINES);
  return left.length > MAX_KEPT_LINES
    ? [...shown, `另有 ${left.length - MAX_KEPT_LINES} 项`]
    : shown;
}

/** The same for the same draft: a plan that is made anew has the same rows. */
function derivedId(draft_id: string, what: string): string {
  return createHash("sha256").update(`${draft_id}\n${what}`).digest("base64url").slice(0, 20);
}

async function idsOfAbove(planning: Planning, { known }: MatchedRoster): Promise<Set<string>> {
  const { db, actor, organisations, isSeparate, now } = planning;
  const ids = [...known.people.keys()];
  const found = await idsAbove(db, actor, ids, organisations, { isSeparate, now });
  return new Set(found.map(({ id }) => id));
}

/** Returns the people whom a roster brings, each with a free account: in one statement for all. */
async function newPeople(
  db: Planning["db"],
  roster: MatchedRoster,
): Promise<Map<string, NewPerson>> {
  const made = new Map<string, NewPerson>();
  const wanted: { key: string; person: Omit<NewPerson, "account">; account: string | null }[] = [];
  for (const { seq, user_id, person, guardians } of roster.lines) {
    if (user_id === null) {
      const { name, mobile = null, account = null } = person;
      wanted.push({
        key: `${seq}`,
        person: { name, mobile },
        account: account?.toLowerCase() ?? null,
      });
    }
    for (const guardian of guardians) {
      if (guardian.user_id !== null || made.has(guardian.key)) continue;
      const { name, mobile } = guardian;
      made.set(guardian.key, { name, mobile, account: "" });
      wanted.push({ key: guardian.key, person: { name, mobile }, account: null });
    }
  }
  const letters = new Map<string, string>();
  for (const { person } of wanted) {
    if (letters.has(person.name)) continue;
    letters.set(person.name, (await readingOf(person.name)).letters.slice(0, 40) || "user");
  }
  const bases = [...new Set(letters.values())];
  const named = wanted.flatMap(({ account }) => account ?? []);
  const { rows } = await sql<{ account: string }>`
    select account from "user" where account = any (${named}::text[])
      or regexp_replace(account, '[0-9]+$', '') = any (${bases}::text[])`.execute(db);
  const held = new Set(rows.map(({ account }) => account));
  const taken = new Set(held);
  const next = new Map<string, number>();
  // accounts that the file names first: a made one does not take one that the file names
  for (const { account } of wanted) if (account !== null) taken.add(account);
  const isFree = new Set(named.filter((account) => !held.has(account)));
  for (const { key, person, account } of wanted) {
    if (account !== null && isFree.delete(account)) {
      made.set(key, { ...person, account });
      continue;
    }
    const base = letters.get(person.name) ?? "user";
    let free = base;
    for (let number = next.get(base) ?? 1; taken.has(free); number += 1) {
      free = `${base}${number + 1}`;
      next.set(base, number + 1);
    }
    taken.add(free);
    made.set(key, { ...person, account: free });
  }
  return made;
}

/** Refuses to make oneself head-teacher by a file. */
function requireOwnHeadship(planning: Planning, { roster, school }: ImportPlan): void {
  const own = planning.actor.user_id;
  const line = roster.lines.find(({ user_id }) => user_id === own);
  if (line === undefined || line.person.heads.length === 0) return;
  for (const { known } of roster.classes.values()) {
    if (known === null) continue;
    const at = { school_id: school.id, class_id: known.id };
    const present = roster.known.lessons.filter(({ class_id }) => class_id === known.id);
    if (!headsNamed(line.person.heads, roster, known.id)) continue;
    requireHeadsGivable(planning, at, present, [{ user_id: own, subject_id: "", is_head: true }]);
  }
}

function headsNamed(heads: readonly string[], { classOf }: MatchedRoster, id: string): boolean {
  return heads.some((name) => classOf(name)?.known?.id === id);
}

interface Counts {
  first: PlannedRow | undefined;
  of: Map<string, number>;
  /** Names of the classes that are made. */
  made: string[];
}

function tally(rows: Iterable<PlannedRow>): Counts {
  const counts: Counts = { first: undefined, of: new Map(), made: [] };
  for (const row of rows) {
    counts.first ??= row;
    const { table, key, before, after } = row;
    const act = before === null ? "add" : after === null ? "remove" : "change";
    const isEnd = table === "membership" && after?.["is_abled"] === false;
    if (table === "class" && act === "add") counts.made.push(row.label);
    const what = table === "membership" ? `${table} ${key["identity"]}` : table;
    const name = `${what} ${isEnd ? "end" : act}`;
    counts.of.set(name, (counts.of.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Classes that a sentence names. */
const NAMED = 5;

const namesText = (names: readonly string[]) =>
  `${names.slice(0, NAMED).join("、")}${names.length > NAMED ? "……" : ""}`;

function wordsOf({ of, made }: Counts, kind: string): string {
  const identity = kind === IDENTITY_NAMES.student ? "student" : "teacher";
  const count = (name: string) => of.get(name) ?? 0;
  const parts: (readonly [number, (n: number) => string])[] = [
    [count(`membership ${identity} add`), (n) => `加入 ${n} 位${kind}`],
    [count("membership parent add"), (n) => `加入 ${n} 位家长`],
    [count("class add"), (n) => `新建 ${n} 个班级（${namesText(made)}）`],
    [count("class change"), (n) => `${n} 个班级改名`],
    [count("user change"), (n) => `修改 ${n} 人的资料`],
    [count(`membership ${identity} change`), (n) => `恢复 ${n} 位${kind}`],
    [count("class_student add"), (n) => `编入班级 ${n} 人`],
    [count("class_student remove"), (n) => `移出班级 ${n} 人`],
    [count("class_teacher add") + count("class_teacher change"), (n) => `安排任课 ${n} 项`],
    [count("class_teacher remove"), (n) => `取消任课 ${n} 项`],
    [count("guardian add") + count("guardian change"), (n) => `监护关系 ${n} 项`],
    [count(`membership ${identity} end`), (n) => `${n} 位${kind}离校`],
    [count("membership parent end"), (n) => `${n} 位家长随之离校`],
  ];
  return parts.flatMap(([n, words]) => (n === 0 ? [] : words(n))).join("，");
}
