import { type ChangeState, type Identity, IDENTITY_NAMES } from "#contract";
import type { TableKey } from "./tables.ts";

/** Values of a row's columns, as JSON. */
export type RowValues = Readonly<Record<string, unknown>>;

/** One row of a plan: without `before` it is made, without `after` removed, with both the named columns change. */
export interface PlannedRow {
  table: TableKey;
  key: Readonly<Record<string, string>>;
  before: RowValues | null;
  after: RowValues | null;
  /** The name of the person or thing that the row is about. */
  label: string;
  /** Names of ids among the values. */
  words?: Readonly<Record<string, string>>;
  person_id: string | null;
}

export type Step =
  | "apply"
  | "schedule"
  | "wait"
  | "finish"
  | "fail"
  | "undo"
  | "undo-part"
  | "finish-undo"
  | "discard";

/** The state after a step, by the state before; all other steps are refused (CS-01). */
const STEPS: Readonly<Record<Step, Partial<Record<ChangeState, ChangeState>>>> = {
  apply: { planned: "applying", held: "applying", waiting: "applying", scheduled: "applying" },
  schedule: { waiting: "scheduled" },
  wait: { held: "waiting", planned: "waiting" },
  finish: { applying: "applied" },
  fail: { applying: "outdated", scheduled: "outdated" },
  undo: { applied: "undoing" },
  "undo-part": { undoing: "applied" },
  "finish-undo": { undoing: "undone" },
  discard: {
    planned: "discarded",
    held: "discarded",
    waiting: "discarded",
    scheduled: "discarded",
  },
};

/** Returns the state after a step; undefined where the step is not possible. */
export function afterStep(state: ChangeState, step: Step): ChangeState | undefined {
  return STEPS[step][state];
}

/** Returns the states from which a step is possible. */
export function statesBefore(step: Step): ChangeState[] {
  return Object.keys(STEPS[step]) as ChangeState[];
}

/** Share of the members of one kind that may end without a guard, and of those that may change (CS-03). */
const MAX_ENDED_SHARE = 0.1;
const MAX_CHANGED_SHARE = 0.5;
/** Rows from which the guards of shares hold. */
const GUARDED_FROM = 5;
/** Rows above which a held plan needs another person's approval (CS-03). */
const APPROVED_ABOVE = 200;

export interface Guard {
  rule: "ends" | "changes" | "own-access" | "year";
  sentence: string;
}

/** The number of members of one kind at one place, before the change. */
export interface Population {
  /** `${school_id} ${identity}` or `${school_id} class ${class_id}`. */
  group: string;
  /** The name in Chinese: 「启明小学的学生」. */
  name: string;
  members: number;
}

/** Returns the group of a row, and whether the row ends something; null where no guard applies. */
function guardedGroup(row: PlannedRow): { group: string; ends: boolean } | null {
  const { table, key, after, before } = row;
  if (table === "membership") {
    const ends = before !== null && (after === null || after["is_abled"] === false);
    return { group: `${key["school_id"]} ${key["identity"]}`, ends };
  }
  if (table === "class_student" && after === null) {
    return { group: `${key["school_id"]} class ${key["class_id"]}`, ends: true };
  }
  return null;
}

/** Counts a plan's rows as they come, and tells the guards that hold it (CS-03). */
export class GuardTally {
  readonly #actorId: string;
  readonly #ended = new Map<string, number>();
  readonly #changed = new Map<string, Set<string>>();
  #isOwn = false;

  constructor(actorId: string) {
    this.#actorId = actorId;
  }

  add(row: PlannedRow): void {
    this.#isOwn ||= takesOwnAccess(row, this.#actorId);
    const found = guardedGroup(row);
    if (found === null || row.before === null) return;
    const { group, ends } = found;
    if (ends) this.#ended.set(group, (this.#ended.get(group) ?? 0) + 1);
    const people = this.#changed.get(group) ?? new Set();
    this.#changed.set(group, people.add(row.person_id ?? ""));
  }

  /** Returns the groups whose members must be counted for `guards`. */
  groups(): Iterable<string> {
    return this.#changed.keys();
  }

  /**
   * Returns the guards: too many ended or changed at one place, or the actor's own access.
   *
   * @param instead the guards of a kind with an arithmetic of its own, in place of the shares
   */
  guards(populations: readonly Population[], instead?: readonly Guard[]): Guard[] {
    const guards = instead === undefined ? this.#shares(populations) : [...instead];
    if (this.#isOwn) {
      guards.push({
        rule: "own-access",
        sentence: "您自己的身份或账号也在其中，应用后您可能不能再管理这里",
      });
    }
    return guards;
  }

  #shares(populations: readonly Population[]): Guard[] {
    const known = new Map(populations.map((one) => [one.group, one]));
    const guards: Guard[] = [];
    for (const [group, count] of this.#ended) {
      const { name, members } = known.get(group) ?? { name: "", members: 0 };
      if (count < GUARDED_FROM || count <= members * MAX_ENDED_SHARE) continue;
      guards.push({
        rule: "ends",
        sentence: `${name}共 ${withSeparators(`${members} 人，这次会有 ${count} 人不再在内`)}，超过一成`,
      });
    }
    for (const [group, people] of this.#changed) {
      const { name, members } = known.get(group) ?? { name: "", members: 0 };
      if (this.#ended.has(group) || people.size < GUARDED_FROM) continue;
      if (people.size <= members * MAX_CHANGED_SHARE) continue;
      guards.push({
        rule: "changes",
        sentence: `${name}共 ${withSeparators(`${members} 人，这次会改动其中 ${people.size} 人`)}，超过一半`,
      });
    }
    return guards;
  }
}

function takesOwnAccess({ table, before, after, person_id }: PlannedRow, actorId: string): boolean {
  if (person_id !== actorId || before === null) return false;
  if (table !== "membership" && table !== "user") return false;
  return after === null || after["is_abled"] === false;
}

/** Returns the steps that are missing before a plan can be applied (CS-03). */
export function wantsOf(
  guards: readonly { rule: string }[],
  rows: number,
): "nothing" | "reason" | "approval" {
  if (guards.length === 0) return "nothing";
  // a school year is never one person's decision alone (YR-02)
  if (guards.some(({ rule }) => rule === "year")) return "approval";
  return rows > APPROVED_ABOVE ? "approval" : "reason";
}

/** Returns the rows of an undo: before and after swapped, the last row first. */
export function reversed<R extends Pick<PlannedRow, "before" | "after">>(rows: readonly R[]): R[] {
  return rows.toReversed().map((row) => ({ ...row, before: row.after, after: row.before }));
}

/** Writes the counts of a sentence as the page writes numbers: 「1,448 人」. Numbers in names stay as they are. */
export function withSeparators(sentence: string): string {
  return sentence.replace(/(?<![\d.])\d{4,}(?= [人位个项条名])/g, (count) =>
    count.replace(/\B(?=(?:\d{3})+$)/g, ","),
  );
}

/** Returns a number of people in Chinese: 「12 位学生」. */
export function countOf(count: number, identity: Identity | "person"): string {
  const name = identity === "person" ? "人" : IDENTITY_NAMES[identity];
  return identity === "person" ? `${count} 人` : `${count} 位${name}`;
}

/**
 * Returns the labels of rows, each thing once: what was renamed between two plans has the name of the later one.
 *
 * @param rows rows of the earlier plan first; `of` says the same of rows about the same thing
 */
export function newestLabels(rows: Iterable<{ of: string; label: string }>): string[] {
  const labels = new Map<string, string>();
  for (const { of, label } of rows) labels.set(of, label);
  return [...new Set(labels.values())];
}

/** The most people who may have come or gone before a change that waits is no longer the approved one. */
const MAX_POPULATION_DRIFT = 0.02;
const ALLOWED_POPULATION_DRIFT = 5;
/** Tables whose rows are about where a pupil is. */
const OF_PUPILS: readonly TableKey[] = ["class_student", "membership", "graduate"];

/**
 * Returns whether the rows that differ between an approved plan and the same plan made later only come from people who came
 * or went since: they are about pupils' places, and of few people (YR-02).
 *
 * @param people the number of people in the approved plan
 */
export function isAdditive(differing: readonly PlannedRow[], people: number): boolean {
  const who = new Set(differing.map(({ person_id }) => person_id));
  if (who.size > Math.max(ALLOWED_POPULATION_DRIFT, people * MAX_POPULATION_DRIFT)) return false;
  return differing.every(({ table, person_id }) => person_id !== null && OF_PUPILS.includes(table));
}
