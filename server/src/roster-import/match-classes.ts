import { type RosterPerson, stageOfGrade } from "#contract";
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
  pupils: number;
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

/** Finds the classes of a file at the school, by their names as read; what a person has answered counts before. */
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
    const found = classes.get(name.key);
    if (found !== undefined) {
      if (isPupil) found.pupils += 1;
      continue;
    }
    const alike = byKey.get(name.key) ?? [];
    const one = alike.find((is) => is.name === name.name) ?? alike[0] ?? null;
    const said = answers[name.key];
    const grade_id = said?.grade_id ?? name.grade_id;
    const ofGrade =
      grade_id === "6" ? sixthStage : grade_id === null ? null : (stageOfGrade(grade_id) ?? null);
    const stage_id = person.stage_id ?? ofGrade;
    classes.set(name.key, {
      key: name.key,
      name: nameOfNew({ ...name, grade_id }, known),
      ...{ grade_id, stage_id, known: one, pupils: isPupil ? 1 : 0 },
      renames: (said?.class_id != null ? byId.get(said.class_id) : null) ?? null,
    });
  }
  return classes;
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
