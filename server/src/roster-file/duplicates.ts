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

interface Key {
  at: string;
  fields: readonly RosterField[];
  title: string;
}

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
    const keys: Key[] = KEYS.flatMap(([key, fields, title]) => {
      const value = person[key];
      return typeof value === "string" ? [{ at: `${key} ${value}`, fields, title }] : [];
    });
    // a teacher without a number is known by name and mobile number
    if (person.identity === "teacher" && person.mobile && person.staff_number === undefined) {
      const at = `mobile ${person.mobile} ${person.name}`;
      keys.push({ at, fields: ["mobile"], title: "手机号" });
    }
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
        message: `${titleIn(column, same)}与${placeOf(first, person)}相同，请删去一行，或改正其中一个`,
        is_warning: false,
      });
    }
  }
  return kept;
}

/** Returns what is the same in a column: of a 学籍号 it may be the identity-card number that it contains. */
function titleIn(column: ReadColumn | undefined, { fields: [own], title }: Key): string {
  if (column === undefined || column.meaning.field === own) return title;
  return `${column.head}里的${title}`;
}

/** Numbers of which two different ones are two people's. */
const APART = [...KEYS.map(([key]) => key), "mobile"] as const;

/** People of one name of whom each is compared with those before; what more have is no name. */
const MAX_NAMESAKES = 200;

/** Warns of people who may be in the file twice, though no number says so: each row makes an account (RO-05). */
export function warnOfNamesakes(
  people: readonly RosterPerson[],
  columnsOf: (sheet: string) => readonly ReadColumn[],
  faults: FaultList,
): void {
  for (const [, namesakes] of Map.groupBy(people, ({ name }) => name)) {
    for (const person of namesakes.slice(0, MAX_NAMESAKES)) {
      const first = namesakes.find((one) => one === person || mayBeSame(one, person));
      if (first === person || first === undefined) continue;
      const { sheet, row } = person;
      const column = columnsOf(sheet).find(({ meaning }) => meaning.field === "name");
      faults.add({
        ...{ sheet, row, column: column?.letter ?? null, head: column?.head ?? null },
        field: "name",
        message: `与${placeOf(first, person)}可能是同一个人：是的话请删去一行，不然会有两个账号`,
        is_warning: true,
      });
    }
  }
}

/**
 * Warns of teachers with one mobile number, by which nobody could tell who signs in; guardians may share one, who have a child
 * together or two children.
 */
export function warnOfSharedMobiles(
  people: readonly RosterPerson[],
  columnsOf: (sheet: string) => readonly ReadColumn[],
  faults: FaultList,
): void {
  const firsts = new Map<string, RosterPerson>();
  for (const person of people) {
    const { identity, mobile, sheet, row } = person;
    if (identity !== "teacher" || mobile === undefined) continue;
    const first = firsts.get(mobile);
    if (first === undefined) {
      firsts.set(mobile, person);
      continue;
    }
    const column = columnsOf(sheet).find(({ meaning }) => meaning.field === "mobile");
    faults.add({
      ...{ sheet, row, column: column?.letter ?? null, head: column?.head ?? null },
      field: "mobile",
      message: sharedMobileText(`${placeOf(first, person)}的“${first.name}”`),
      is_warning: true,
    });
  }
}

/** Returns the warning about a teacher's mobile number that is another one's as well. */
export function sharedMobileText(whose: string): string {
  return `手机号与${whose}相同，用它登录时分不清是谁，请核对`;
}

/** Returns whether two of one name have nothing that tells them apart; of pupils the day of birth or the class is the same. */
function mayBeSame(one: RosterPerson, other: RosterPerson): boolean {
  const differ = (key: keyof RosterPerson) =>
    one[key] !== undefined && other[key] !== undefined && one[key] !== other[key];
  if (APART.some(differ) || differ("birth_date")) return false;
  const agree = (key: keyof RosterPerson) => one[key] !== undefined && one[key] === other[key];
  if (one.identity === "teacher" || agree("birth_date")) return true;
  return agree("class_name") && !differ("grade_id");
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
