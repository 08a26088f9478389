import type { PupilOutcome, SchoolSystem, YearDecisions } from "#contract";
import { newClassId } from "./classes.ts";
import type { YearSchool } from "./plan.ts";
import type { YearRow } from "./year-rows.ts";

/**
 * A model of a turn that shares nothing with the planner: the grades are written out by hand, and each pupil's story is
 * known when the pupil is made.
 */

/** Each kind of school with its system, stages, and what follows each grade; "out": it leaves. */
export const SYSTEMS = {
  "six-year primary": {
    ...{ system: "6-3", stages: ["primary"], first: "1" },
    next: { 1: "2", 2: "3", 3: "4", 4: "5", 5: "6", 6: "out" },
  },
  "five-year primary": {
    ...{ system: "5-4", stages: ["primary"], first: "1" },
    next: { 1: "2", 2: "3", 3: "4", 4: "5", 5: "out" },
  },
  "three-year junior": {
    ...{ system: "6-3", stages: ["junior"], first: "7" },
    next: { 7: "8", 8: "9", 9: "out" },
  },
  "four-year junior": {
    ...{ system: "5-4", stages: ["junior"], first: "6" },
    next: { 6: "7", 7: "8", 8: "9", 9: "out" },
  },
  "nine-year school": {
    ...{ system: "6-3", stages: ["primary", "junior"], first: "1" },
    next: { 1: "2", 2: "3", 3: "4", 4: "5", 5: "6", 6: "7", 7: "8", 8: "9", 9: "out" },
  },
  "nine-year school of five and four": {
    ...{ system: "5-4", stages: ["primary", "junior"], first: "1" },
    next: { 1: "2", 2: "3", 3: "4", 4: "5", 5: "6", 6: "7", 7: "8", 8: "9", 9: "out" },
  },
} as const satisfies Record<
  string,
  { system: SchoolSystem; stages: string[]; first: string; next: Record<number, string> }
>;
type Kind = keyof typeof SYSTEMS;

/** The story of a pupil, told when the pupil is made. */
interface Story {
  user_id: string;
  outcome: PupilOutcome;
  /** The classes with their grades afterwards, as `class grade`; `gone` for a former pupil. */
  place: string[] | "gone";
}

export interface ModelSchool {
  kind: Kind;
  school: YearSchool;
  decisions: YearDecisions;
  stories: Story[];
}

/** A sequence of numbers in [0, 1) that a seed repeats. */
function numbers(seed: number): () => number {
  let state = seed * 2654435761 + 12345;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) | 0;
    return ((state >>> 0) % 100_003) / 100_003;
  };
}

/** Returns one school of each kind, with repeaters, a class of two years, movers, first-years and pupils in no class. */
export function districtOf(seed: number): ModelSchool[] {
  const next = numbers(seed + 1);
  return (Object.keys(SYSTEMS) as Kind[]).map((kind) => schoolOf(kind, next));
}

function schoolOf(kind: Kind, random: () => number): ModelSchool {
  const { system, stages, first, next } = SYSTEMS[kind];
  const follows = next as Readonly<Record<string, string>>;
  const grades = Object.keys(follows);
  const names = (["grade", "cohort"] as const)[Math.floor(random() * 2)] ?? "grade";
  const isOld = (grade: string) => follows[grade] === "out";
  const stageOf = (grade: string) =>
    stages.length === 1
      ? stages[0]
      : Number(grade) > (system === "6-3" ? 6 : 5)
        ? "junior"
        : "primary";
  const perGrade = 1 + Math.floor(random() * 3);
  const classes = grades.flatMap((grade) =>
    Array.from({ length: perGrade }, (_one, index) => ({
      ...{ id: `c${grade}-${index + 1}`, name: `20${40 - Number(grade)}级${index + 1}班` },
      ...{ grade_id: grade, stage_id: stageOf(grade) ?? "" },
    })),
  );
  const mixedGrade = grades[1] ?? "";
  classes.push({
    id: "mixed",
    name: "复式班",
    grade_id: mixedGrade,
    stage_id: stageOf(mixedGrade) ?? "",
  });
  const pupils: YearSchool["pupils"][number][] = [];
  const decisions: YearDecisions["pupils"][number][] = [];
  const stories: Story[] = [];
  const add = (class_id: string | null, outcome: PupilOutcome, place: Story["place"]) => {
    const user_id = `u${pupils.length}`;
    const gender = random() < 0.5 ? ("male" as const) : ("female" as const);
    const into = class_id === null ? [] : [{ class_id, source: null }];
    pupils.push({ user_id, account: user_id, name: `学生${pupils.length}`, gender, classes: into });
    stories.push({ user_id, outcome, place });
    return user_id;
  };
  const made = newClassId("p", "new-1");
  for (const { id, grade_id: grade } of classes) {
    if (id === "mixed") continue;
    const number = id.split("-")[1] ?? "";
    const up = follows[grade] ?? "";
    for (let count = 0; count < 6; count += 1) {
      const dice = random();
      const below = grades[grades.indexOf(grade) - 1];
      if (dice < 0.15) {
        // below is the class that becomes this grade; whoever repeats the first grade is with the first-years
        const class_id = below === undefined ? "new-1" : `c${below}-${number}`;
        const user_id = add(id, "repeat", [`${below === undefined ? made : class_id} ${grade}`]);
        decisions.push({ user_id, act: "repeat", class_id });
      } else if (dice < 0.25) {
        decisions.push({ user_id: add(id, "stay", []), act: "stay", reason: "休学" });
      } else if (dice < 0.35 && !isOld(grade)) {
        const class_id = `c${grade}-1`;
        const user_id = add(id, "up", [`${class_id} ${up}`]);
        decisions.push({ user_id, act: "move", class_id });
      } else if (isOld(grade)) add(id, "graduate", "gone");
      else add(id, "up", [`${id} ${up}`]);
    }
  }
  for (let count = 0; count < 6; count += 1) {
    if (random() < 0.4) {
      add("mixed", "stay", [`mixed ${mixedGrade}`]);
      continue;
    }
    const class_id = `c${mixedGrade}-1`;
    const up = follows[mixedGrade] ?? "";
    const user_id = add("mixed", "up", [`${class_id} ${up}`]);
    decisions.push({ user_id, act: "move", class_id });
  }
  for (let count = 0; count < 8; count += 1) {
    if (random() < 0.2) add(null, "stay", []);
    else
      decisions.push({
        user_id: add(null, "new", [`${made} ${first}`]),
        act: "move",
        class_id: "new-1",
      });
  }
  return {
    ...{ kind, stories },
    school: { school_id: "s", stage_ids: stages, classes, pupils, teachers: [], staff: new Map() },
    decisions: {
      rules: { year: 2026, system, names, continues: stages.length > 1 },
      classes: [{ class_id: "mixed", act: "stay" }],
      new_classes: [
        {
          class_id: "new-1",
          grade_id: first,
          stage_id: stageOf(first) as "primary",
          name: "新生班",
        },
      ],
      pupils: decisions,
    },
  };
}

/** Returns each pupil's place and outcome as the stories tell them. */
export function modelOf({ stories }: ModelSchool) {
  return {
    places: Object.fromEntries(stories.map(({ user_id, place }) => [user_id, place])),
    outcomes: Object.fromEntries(stories.map(({ user_id, outcome }) => [user_id, outcome])),
  };
}

/** Writes rows to a copy of the school, and returns each pupil's classes with their grades afterwards. */
export function applied(
  school: YearSchool,
  rows: readonly YearRow[],
): Record<string, string[] | "gone"> {
  const grades = new Map(school.classes.map(({ id, grade_id }) => [id, grade_id]));
  const archived = new Set<string>();
  const places = new Map(
    school.pupils.map(({ user_id, classes }) => [
      user_id,
      new Set(classes.map(({ class_id }) => class_id)),
    ]),
  );
  const gone = new Set<string>();
  for (const { table, key, after } of rows) {
    const { id = "", class_id = "", user_id = "" } = key;
    if (table === "class") {
      if (typeof after?.["grade_id"] === "string") grades.set(id, after["grade_id"]);
      if (after?.["is_abled"] === false) archived.add(id);
    } else if (table === "class_student") {
      if (after === null) places.get(user_id)?.delete(class_id);
      else places.get(user_id)?.add(class_id);
    } else if (table === "membership" && after?.["is_abled"] === false) gone.add(user_id);
  }
  return Object.fromEntries(
    [...places].map(([user_id, ids]) => [
      user_id,
      gone.has(user_id)
        ? "gone"
        : [...ids].filter((id) => !archived.has(id)).map((id) => `${id} ${grades.get(id) ?? ""}`),
    ]),
  );
}
