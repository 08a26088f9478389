import type { RosterPerson } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { ClassAnswers } from "../database/tables/roster-import.ts";
import { readClassName } from "./class-names.ts";
import { type DraftHead, type DraftPerson, readAnswers, readDraftPeople } from "./drafts.ts";
import { type KnownClass, type KnownSchool, readKnownSchool } from "./known.ts";
import { matchClasses, type FileClass, proposeRenames } from "./match-classes.ts";
import { readArrivalAnswers } from "../transfer/api.ts";
import { type FileGuardian, matchGuardians } from "./match-guardians.ts";
import { type Line, type Match, matchLines } from "./match.ts";

export interface MatchedLine extends Line, Match {
  /** The key of the file's class; null: none is named. */
  class_key: string | null;
  guardians: readonly FileGuardian[];
  /** True where it must be asked whether the pupil comes from another school (RO-05). */
  isArrival: boolean;
}

/** A draft with what its lines and classes are at the school as it is now. */
export interface MatchedRoster {
  draft: DraftHead;
  known: KnownSchool;
  lines: readonly MatchedLine[];
  /** Lines whose pupils wait until another school lets them go: they are no part of the import. */
  waiting: readonly Line[];
  /** Classes by each key that leads to them. */
  classes: ReadonlyMap<string, FileClass>;
  /** Classes that may only have been renamed, and the pupils who say so, by key. */
  proposals: ReadonlyMap<string, { known: KnownClass; pupils: number }>;
  /** Returns the class of a name as the file writes it. */
  classOf: (name: string, grade?: string) => FileClass | undefined;
}

/** Matches a draft with the school as it is now (RO-05). */
export async function matchDraft(db: Queryable, head: DraftHead): Promise<MatchedRoster> {
  return matchPeople(db, head, await readDraftPeople(db, head.id));
}

/** Matches the lines of a draft, or of a file of which none is kept. */
export async function matchPeople(
  db: Queryable,
  head: DraftHead,
  rows: readonly DraftPerson[],
): Promise<MatchedRoster> {
  const known = await readKnownSchool(db, head.school_id);
  const draft = { ...head, class_answers: answersInForce(head.class_answers, known.classes) };
  const answers = await readAnswers(db, draft.school_id);
  const people = rows.map(({ person }) => person);
  const classes = matchClasses(people, known.classes, draft.class_answers);
  const lines = rows.map(({ seq, person, key }) => {
    const key_in_file = keyOfClass(person);
    const of = key_in_file === null ? undefined : classes.get(key_in_file);
    const class_key = of?.key ?? null;
    const class_id = of?.known?.id ?? of?.renames?.id ?? null;
    return { seq, person, class_key, class_id, key };
  });
  const classesOf = (id: string) => (known.seats.get(id) ?? []).map(({ class_id }) => class_id);
  const matches = matchLines(lines, known.people.values(), {
    ...{ kind: draft.kind, answers, classesOf },
  });
  const matched = lines.map((line, index) => ({
    ...line,
    ...(matches[index] ?? { user_id: null, ask: null }),
  }));
  const arrivals =
    draft.kind === "student"
      ? arrivalsOf(matched, await readArrivalAnswers(db, draft.school_id))
      : new Map<number, Standing>();
  const found = matched.filter(({ seq }) => arrivals.get(seq) !== "waits");
  const guardians = matchGuardians(found, known);
  return {
    ...{ draft, known, classes },
    lines: found.map((line) => ({
      ...{ ...line, guardians: guardians.get(line.seq) ?? [] },
      isArrival: arrivals.get(line.seq) === "open",
    })),
    waiting: matched.filter(({ seq }) => arrivals.get(seq) === "waits"),
    classOf: (name, grade) => classes.get(readClassName(name, grade).key),
    proposals: proposeRenames(classes, seatsOfClasses(found, known), known.classes),
  };
}

/** Returns the answers about classes without those that name a class which is no longer there: it is asked for again. */
function answersInForce(answers: ClassAnswers, known: readonly KnownClass[]): ClassAnswers {
  const ids = new Set(known.map(({ id }) => id));
  return Object.fromEntries(
    Object.entries(answers).filter(([, { class_id }]) => class_id === null || ids.has(class_id)),
  );
}

/** The standing of a pupil who may come from another school: to be asked about, or waited for. */
type Standing = "open" | "waits";

/**
 * Returns who may come from another school: new to a class of which at least half the pupils of the file are here, and
 * named by a number that other schools would know. Nothing of other schools is looked at, so that being asked says nothing.
 */
function arrivalsOf(
  lines: readonly (Line & Match)[],
  answers: ReadonlyMap<string, boolean>,
): Map<number, Standing> {
  const counts = new Map<string, { all: number; here: number }>();
  for (const { class_id, user_id } of lines) {
    if (class_id === null) continue;
    const of = counts.get(class_id) ?? { all: 0, here: 0 };
    counts.set(class_id, { all: of.all + 1, here: of.here + (user_id === null ? 0 : 1) });
  }
  const standing = new Map<number, Standing>();
  for (const { seq, key, class_id, user_id, ask, person } of lines) {
    const isNew = user_id === null && ask === null;
    if (!isNew || (person.number === undefined && person.id_hash === undefined)) continue;
    const said = answers.get(key);
    if (said !== undefined) {
      if (said) standing.set(seq, "waits");
      continue;
    }
    const { all, here } = counts.get(class_id ?? "") ?? { all: 1, here: 0 };
    if (here * 2 >= all) standing.set(seq, "open");
  }
  return standing;
}

function keyOfClass({ class_name, grade_id }: RosterPerson): string | null {
  return class_name === undefined ? null : readClassName(class_name, grade_id).key;
}

/** Counts in which classes the pupils of each class of the file are now; only of those who were found. */
function seatsOfClasses(
  lines: readonly (Match & { class_key: string | null })[],
  { seats }: KnownSchool,
): Map<string, Map<string, number>> {
  const counts = new Map<string, Map<string, number>>();
  for (const { class_key, user_id, ask } of lines) {
    const id = user_id ?? ask?.proposal;
    if (class_key === null || id == null) continue;
    const of = counts.get(class_key) ?? new Map<string, number>();
    for (const { class_id } of seats.get(id) ?? []) of.set(class_id, (of.get(class_id) ?? 0) + 1);
    counts.set(class_key, of);
  }
  return counts;
}

/**
 * Returns whether a class of the file is neither at the school under its name nor decided about by a person. What teachers name where
 * there are classes already is asked about each time: nobody is in it, so that it may well be a slip.
 */
export function isOpenClass({ draft, known, proposals }: MatchedRoster, one: FileClass): boolean {
  if (one.known !== null) return false;
  const { answer } = one;
  if (answer === undefined) {
    const isOfTeachers = draft.kind === "teacher" && known.classes.length > 0;
    return proposals.has(one.key) || one.grade_id === null || isOfTeachers;
  }
  return answer.class_id === null && one.grade_id === null;
}

/** Returns whether something must still be asked before a change can be planned. */
export function isReady(roster: MatchedRoster): boolean {
  return (
    roster.lines.every(({ ask, isArrival }) => ask === null && !isArrival) &&
    [...roster.classes.values()].every((one) => !isOpenClass(roster, one))
  );
}
