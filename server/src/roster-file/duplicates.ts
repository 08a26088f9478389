import type { RosterField, RosterPerson } from "#contract";
import type { FaultList } from "./faults.ts";
import type { ReadColumn } from "./columns.ts";

/** Values that must not be there twice, and the columns that it may stand in. */
const KEYS: readonly (readonly [keyof RosterPerson, readonly RosterField[], string])[] = [
  ["id_hash", ["id_card", "number", "school_number"], "身份证号"],
  ["number", ["number"], "学籍号"],
  ["school_number", ["school_number"], "学号"],
  ["staff_number", ["staff_number"], "工号"],
  ["account", ["account"], "账号"],
];

/** The place where a person was first found, for the sentence that names both rows. */
interface Place {
  sheet: string;
  row: number;
}

/**
 * Finds people who are in the file twice, by their numbers, over all of its sheets. A teacher may have a row for each class
 * taught: these become one. Anyone else is a fault that names both rows, and is left out.
 */
export function withoutDuplicates(
  people: readonly RosterPerson[],
  columnsOf: (sheet: string) => readonly ReadColumn[],
  faults: FaultList,
): RosterPerson[] {
  const seen = new Map<string, RosterPerson>();
  const kept: RosterPerson[] = [];
  for (const person of people) {
    const keys = KEYS.flatMap(([key, fields, title]) => {
      const value = person[key];
      return typeof value === "string" ? [{ at: `${key} ${value}`, fields, title }] : [];
    });
    const same = keys.find(({ at }) => seen.has(at));
    const first = same && seen.get(same.at);
    if (same === undefined || first === undefined) {
      for (const { at } of keys) seen.set(at, person);
      kept.push(person);
    } else if (isMoreOf(first, person)) {
      addTo(first, person);
      for (const { at } of keys) seen.set(at, first);
    } else {
      const columns = columnsOf(person.sheet);
      const column = columns.find(({ meaning }) => same.fields.includes(meaning.field));
      faults.add({
        sheet: person.sheet,
        row: person.row,
        column: column?.letter ?? null,
        head: column?.head ?? null,
        field: column?.meaning.field ?? null,
        message: `${same.title}与${placeOf(first, person)}相同，请删去一行，或改正其中一个`,
        is_warning: false,
      });
    }
  }
  return kept;
}

const placeOf = (first: Place, { sheet }: Place) =>
  first.sheet === sheet ? `第 ${first.row} 行` : `工作表“${first.sheet}”第 ${first.row} 行`;

const isMoreOf = (first: RosterPerson, person: RosterPerson) =>
  person.identity === "teacher" && first.name === person.name;

/** Adds what a further row of a teacher says to the first. */
function addTo(first: RosterPerson, person: RosterPerson): void {
  const known = new Set(first.teaches.map((taught) => JSON.stringify(taught)));
  first.teaches.push(...person.teaches.filter((taught) => !known.has(JSON.stringify(taught))));
  first.heads.push(...person.heads.filter((name) => !first.heads.includes(name)));
  for (const [key, value] of Object.entries(person)) {
    if (!(key in first)) Object.assign(first, { [key]: value });
  }
}
