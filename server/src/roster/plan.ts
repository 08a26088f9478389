import { STAGES } from "#contract";
import { isFalse, nameAsKept } from "./cell-rules.ts";
import { derivedId } from "./derived-id.ts";
import type { Tables } from "./kept-files.ts";
import { planPeople } from "./plan-people.ts";
import type { ClassRow, IdOf, Plan, SchoolRow } from "./plan-rows.ts";
import { planTeaching } from "./plan-teaching.ts";
import { homeroomIdOf, type RosterIndex } from "./roster-index.ts";
import { gradeIdOf, subjectOf } from "./subject-and-grade.ts";

/**
 * Turns a roster without faults into rows. Pure.
 *
 * @param places the platform's own organisations that those of the roster are, by their ids there
 */
export function planRoster(
  source: string,
  tables: Tables,
  index: RosterIndex,
  places: ReadonlyMap<string, string> = new Map(),
): Plan {
  const idOf = cachedIds(source, places);
  const classes = planClasses(tables, index, idOf);
  return {
    school: planSchools(tables, classes, idOf),
    subject: planSubjects(tables, index),
    ...planPeople(tables, index, idOf),
    class: classes,
    ...planTeaching(tables, index, idOf),
  };
}

function cachedIds(source: string, places: ReadonlyMap<string, string>): IdOf {
  const ids = new Map<string, string>();
  for (const [sourcedId, own] of places) ids.set(`school\n${sourcedId}`, own);
  return (kind, sourcedId) => {
    const key = `${kind}\n${sourcedId}`;
    const id = ids.get(key) ?? derivedId(source, kind, sourcedId);
    ids.set(key, id);
    return id;
  };
}

/** Returns the organisations, parents before their children. */
function planSchools(tables: Tables, classes: readonly ClassRow[], idOf: IdOf): SchoolRow[] {
  const stages = new Map<string, Set<string>>();
  for (const { school_id, stage_id } of classes) {
    stages.set(school_id, (stages.get(school_id) ?? new Set()).add(stage_id));
  }
  const parents = new Map(tables.orgs.map(({ cells }) => [cells.sourcedId, cells.parentSourcedId]));
  const depthOf = (sourcedId: string): number => {
    const parent = parents.get(sourcedId);
    return parent ? 1 + depthOf(parent) : 0;
  };
  return tables.orgs
    .map(({ cells }): SchoolRow => {
      const id = idOf("school", cells.sourcedId);
      const taught = stages.get(id);
      return {
        id,
        sourced_id: cells.sourcedId,
        kind: cells.type === "school" ? "school" : "district",
        parent_id: cells.parentSourcedId ? idOf("school", cells.parentSourcedId) : null,
        name: nameAsKept(cells.name),
        stage_ids: STAGES.map((stage) => stage.id).filter((stage) => taught?.has(stage)),
        is_abled: !isFalse(cells["metadata.is_abled"]),
      };
    })
    .toSorted((one, other) => depthOf(one.sourced_id) - depthOf(other.sourced_id));
}

function planSubjects(tables: Tables, index: RosterIndex): Plan["subject"] {
  const subjects = new Map<string, Plan["subject"][number]>();
  for (const row of tables.classes) {
    const subject = subjectOf(row, index);
    if (subject && !subjects.has(subject.id)) {
      subjects.set(subject.id, { ...subject, sort: subjects.size });
    }
  }
  return [...subjects.values()];
}

/**
 * Returns the classes: homerooms, and scheduled classes that belong to none; those of one grade keep the file's order.
 */
function planClasses(tables: Tables, index: RosterIndex, idOf: IdOf): ClassRow[] {
  const inGrade = new Map<string, number>();
  return tables.classes
    .filter((row) => homeroomIdOf(row) === row.cells.sourcedId)
    .map((row) => {
      const { sourcedId, schoolSourcedId, title } = row.cells;
      const grade = gradeIdOf(row, index) ?? "";
      const place = `${schoolSourcedId}\n${grade}`;
      const sort = inGrade.get(place) ?? 0;
      inGrade.set(place, sort + 1);
      return {
        school_id: idOf("school", schoolSourcedId),
        id: idOf("class", sourcedId),
        sourced_id: sourcedId,
        name: nameAsKept(title),
        grade_id: grade,
        stage_id: stageOf(grade),
        sort,
        is_abled: true,
      };
    });
}

function stageOf(grade: string): string {
  const stage = STAGES.find(({ grades }) => (grades as readonly string[]).includes(grade));
  if (!stage) throw new Error(`Grade ${grade} is in no stage`);
  return stage.id;
}
