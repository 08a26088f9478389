import { GRADES, type RosterPerson, stageOfGrade } from "#contract";
import type { ClassAnswers } from "../database/tables/roster-import.ts";
import { type ClassName, nameOfNew, readClassName } from "./class-names.ts";
import type { KnownClass } from "./known.ts";

/** A class of a file, and what it is at the school. */
export interface FileClass {
  key: string;
  name: string;
  grade_id: string | null;
  stage_id: string | null;
  /** The school's class; null: none has its name. */
  known: KnownClass | null;
  /** Chosen or proposed: this class of the school under a new name. */
  renames: KnownClass | null;
  /** The person's answer about it; undefined before there is one. */
  answer: ClassAnswers[string] | undefined;
  pupils: number;
  /** The line that names it first. */
  first: RosterPerson;
}

/** Returns the names of classes in a file: of its pupils, and of those who teach or head them. */
function* namesIn(
  people: readonly RosterPerson[],
): Generator<{ name: ClassName; person: RosterPerson }> {
  for (const person of people) {
    if (person.class_name !== undefined) {
      yield { name: readClassName(person.class_name, person.grade_id), person };
    }
    for (const { class_name, grade_id } of person.teaches) {
      yield { name: readClassName(class_name, grade_id), person };
    }
    for (const class_name of person.heads) yield { name: readClassName(class_name), person };
  }
}

/**
 * Finds the classes of a file at the school, by their names as read; what a person has answered counts before. A file of pupils renames the
 * class that is chosen for a new name, one of teachers has only written it otherwise. Two keys lead to one class where the grade that is
 * answered for a number makes it one that the file names whole elsewhere.
 */
export function matchClasses(
  people: readonly RosterPerson[],
  known: readonly KnownClass[],
  answers: ClassAnswers,
): Map<string, FileClass> {
  const byKey = new Map<string, KnownClass[]>();
  const byId = new Map(known.map((one) => [one.id, one]));
  for (const one of known) {
    const { key } = readClassName(one.name, one.grade_id);
    byKey.set(key, [...(byKey.get(key) ?? []), one]);
  }
  // junior school's first where primary school takes five years
  const sixthStage =
    [...known, ...people].find(({ grade_id, stage_id }) => grade_id === "6" && stage_id != null)
      ?.stage_id ?? "primary";
  const classes = new Map<string, FileClass>();
  for (const { name, person } of namesIn(people)) {
    const isPupil = person.identity === "student";
    const said = answers[name.key];
    const grade_id = said?.grade_id ?? name.grade_id;
    const { key } = readClassName(name.name, grade_id);
    const found = classes.get(name.key) ?? classes.get(key);
    if (found !== undefined) {
      classes.set(name.key, found);
      found.answer ??= said;
      if (isPupil) found.pupils += 1;
      continue;
    }
    const alike = byKey.get(key) ?? [];
    const one = alike.find((is) => is.name === name.name) ?? alike[0] ?? null;
    const answer = answers[key] ?? said;
    const ofGrade =
      grade_id === "6" ? sixthStage : grade_id === null ? null : (stageOfGrade(grade_id) ?? null);
    const stage_id = person.stage_id ?? ofGrade;
    const chosen = (answer?.class_id != null ? byId.get(answer.class_id) : null) ?? null;
    const made: FileClass = {
      ...{ key, answer },
      name: nameOfNew({ ...name, grade_id }, known),
      ...{ grade_id, stage_id, pupils: isPupil ? 1 : 0, first: person },
      ...(isPupil ? { known: one, renames: chosen } : { known: one ?? chosen, renames: null }),
    };
    classes.set(name.key, made).set(key, made);
  }
  keepNames([...new Set(classes.values())]);
  return classes;
}

/** Makes classes of the school that several names of the file lead to keep their own: none of the others is certainly the new one. */
function keepNames(classes: readonly FileClass[]): void {
  for (const called of Map.groupBy(classes, (one) => one.known ?? one.renames).values()) {
    if (called.length === 1) continue;
    for (const one of called)
      Object.assign(one, { known: one.known ?? one.renames, renames: null });
  }
}

/** Classes that are offered in place of one that the school does not have; of a number without a grade those of every grade are. */
const OFFERED = 4;
const RANK: ReadonlyMap<string, number> = new Map(GRADES.map(({ id }, index) => [id, index]));
const rankOf = ({ grade_id }: KnownClass) => RANK.get(grade_id) ?? GRADES.length;

/**
 * Returns the school's classes whose names differ from one of the file by a letter: what was left out or put in too much first, and then
 * by their grades.
 */
export function nearClasses(key: string, known: readonly KnownClass[]): KnownClass[] {
  const found = known.flatMap((one) => {
    const other = readClassName(one.name, one.grade_id).key;
    const by = Math.abs(other.length - key.length);
    return by <= 1 && differsByOne(key, other) ? [{ one, by }] : [];
  });
  return found
    .toSorted((a, b) => b.by - a.by || rankOf(a.one) - rankOf(b.one))
    .map(({ one }) => one)
    .slice(0, key.startsWith("?") ? GRADES.length : OFFERED);
}

function differsByOne(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  let from = 0;
  while (from < short.length && short[from] === long[from]) from += 1;
  const rest = short.length === long.length ? from + 1 : from;
  return short.slice(rest) === long.slice(from + 1);
}

const MOST = 0.5;
const MIN_PUPILS = 2;

/**
 * Proposes for each new class of the file the one that most of its pupils are in now, if that has no place in the file
 * under its own name: it may only have been renamed.
 */
export function proposeRenames(
  classes: ReadonlyMap<string, FileClass>,
  seatsOfClass: ReadonlyMap<string, ReadonlyMap<string, number>>,
  known: readonly KnownClass[],
): Map<string, { known: KnownClass; pupils: number }> {
  const placed = new Set([...classes.values()].flatMap((one) => one.known?.id ?? []));
  const byId = new Map(known.map((one) => [one.id, one]));
  const proposals = new Map<string, { known: KnownClass; pupils: number }>();
  const taken = new Set<string>();
  const wanted = [...classes.values()]
    .filter((one) => one.known === null)
    .flatMap((one) =>
      [...(seatsOfClass.get(one.key) ?? [])].map(([id, pupils]) => ({ one, id, pupils })),
    )
    .toSorted((a, b) => b.pupils - a.pupils || (a.id < b.id ? -1 : 1));
  for (const { one, id, pupils } of wanted) {
    const is = byId.get(id);
    if (is === undefined || placed.has(id) || taken.has(id) || proposals.has(one.key)) continue;
    if (pupils < MIN_PUPILS || pupils <= one.pupils * MOST) continue;
    proposals.set(one.key, { known: is, pupils });
    taken.add(id);
  }
  return proposals;
}
