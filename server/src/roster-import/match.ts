import type { RosterKind, RosterPerson } from "#contract";
import type { KnownPerson } from "./known.ts";

/** Matching the people of a file with those of the school (RO-05). Pure. */

/** A line of a file with the present class of the school that its class is. */
export interface Line {
  seq: number;
  person: RosterPerson;
  class_id: string | null;
  /** Keyed hash of what the line says of its person, by which answers are kept. */
  key: string;
}

/** An earlier answer: the person of a line is this one, or is not. */
export interface Answer {
  key: string;
  user_id: string;
  is_same: boolean;
}

export type Why = "number" | "id-card" | "birth" | "mobile" | "class" | "name" | "answer";

export interface Candidate {
  user_id: string;
  why: Why;
}

export interface Match {
  /** The person of the line; null: somebody new, or still to be asked. */
  user_id: string | null;
  ask: { candidates: readonly Candidate[]; proposal: string | null } | null;
}

/** Returns a name as it is compared: without spaces, with one kind of middle dot. */
export function plainName(name: string): string {
  return name
    .normalize("NFKC")
    .replaceAll(/\s/g, "")
    .replaceAll(/[•‧∙⋅・.]/g, "·")
    .toLowerCase();
}

function plainNumber(number: string | null | undefined): string | null {
  const plain = number?.normalize("NFKC").trim().toUpperCase() ?? "";
  return plain === "" ? null : plain;
}

/**
 * Returns the key of a number: 「L…」, a temporary 学籍号, may have become 「G…」 with the same digits (RO-04), and zeros at its
 * beginning may have been lost in a spreadsheet.
 */
function numberKey(number: string): string {
  if (/^[GL]\d/.test(number)) return number.slice(1);
  return /^\d+$/.test(number) ? withoutZeros(number) : number;
}

const withoutZeros = (digits: string) => digits.replace(/^0+(?=\d)/, "");

/** Returns the numbers of a line as they are compared: the 学籍号, and 工号 or 学号, which the school gave itself. */
function numbersOf({ number, staff_number, school_number }: RosterPerson): string[] {
  return [number, staff_number, school_number].map(plainNumber).filter((one) => one !== null);
}

/** Returns whether a number is a national 学籍号, which nothing of a school's own can be compared with. */
function isNational(number: string): boolean {
  return /^[GJL]\d{17}[\dX]$/.test(number);
}

/** Returns whether numbers belong to another person: a temporary one says nothing against a permanent one. */
function contradict(numbers: readonly string[], other: string | null): boolean {
  if (other === null) return false;
  const alike = numbers.filter((one) => isNational(one) === isNational(other));
  const differs = (one: string) =>
    numberKey(one) !== numberKey(other) && !one.startsWith("L") && !other.startsWith("L");
  return alike.length > 0 && alike.every(differs);
}

/**
 * Returns the number that a line gives its person: the 学籍号, else the school's own one, which never takes the place of a
 * national one, nor of itself with the zeros that a spreadsheet took.
 */
export function numberToKeep(
  person: RosterPerson,
  known: string | null = null,
): string | undefined {
  const { number, staff_number, school_number } = person;
  const given = number ?? staff_number ?? school_number;
  const isShortened =
    known !== null && given !== undefined && known.length > given.length && /^\d+$/.test(known);
  if (isShortened && withoutZeros(known) === withoutZeros(given)) return undefined;
  if (number !== undefined) return known !== null && number.startsWith("L") ? undefined : number;
  return known !== null && isNational(known) ? undefined : (staff_number ?? school_number);
}

const POOLS: Readonly<Record<RosterKind, readonly string[]>> = {
  student: ["student"],
  teacher: ["teacher", "manager"],
};

/** Matches all lines of a file; each person of the school is taken by one line at most. */
export function matchLines(
  lines: readonly Line[],
  people: Iterable<KnownPerson>,
  {
    kind,
    classesOf,
    answers,
  }: {
    kind: RosterKind;
    classesOf: (userId: string) => readonly string[];
    answers: readonly Answer[];
  },
): Match[] {
  const pool = [...people].filter(({ memberships }) =>
    memberships.some(({ identity }) => POOLS[kind].includes(identity)),
  );
  return new Matching(lines, pool, classesOf, answers).run();
}

class Matching {
  readonly #lines: readonly Line[];
  readonly #pool: readonly KnownPerson[];
  readonly #classesOf: (userId: string) => readonly string[];
  readonly #byName: ReadonlyMap<string, readonly KnownPerson[]>;
  readonly #byNumber: ReadonlyMap<string, readonly KnownPerson[]>;
  readonly #byHash: ReadonlyMap<string, readonly KnownPerson[]>;
  readonly #linesOfNumber: ReadonlyMap<string, number>;
  readonly #said: ReadonlyMap<string, readonly Answer[]>;
  readonly #taken = new Set<string>();
  readonly #found = new Map<number, string>();

  constructor(
    lines: readonly Line[],
    pool: readonly KnownPerson[],
    classesOf: (userId: string) => readonly string[],
    answers: readonly Answer[],
  ) {
    this.#lines = lines;
    this.#pool = pool;
    this.#classesOf = classesOf;
    this.#said = Map.groupBy(answers, ({ key }) => key);
    const names = pool.flatMap((one) =>
      [...new Set([one.name, ...one.former_names].map(plainName))].map((name) => ({ name, one })),
    );
    this.#byName = grouped(
      names,
      ({ name }) => name,
      ({ one }) => one,
    );
    this.#byNumber = grouped(
      pool,
      ({ number }) => (number === null ? null : numberKey(plainNumber(number) ?? "")),
      (one) => one,
    );
    this.#byHash = grouped(
      pool,
      ({ id_hash }) => id_hash,
      (one) => one,
    );
    const counts = new Map<string, number>();
    for (const key of lines.flatMap(({ person }) => numbersOf(person).map(numberKey))) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    this.#linesOfNumber = counts;
  }

  run(): Match[] {
    const known = new Map(this.#pool.map((one) => [one.id, one]));
    this.#pass((line) =>
      (this.#said.get(line.key) ?? []).flatMap(({ is_same, user_id }) => {
        const one = known.get(user_id);
        return is_same && one !== undefined ? [one] : [];
      }),
    );
    this.#pass((line) => this.#named(line, this.#numbered(line)));
    this.#pass((line) => this.#named(line, this.#hashed(line)));
    this.#pass((line) => {
      const { birth_date } = line.person;
      if (birth_date === undefined) return [];
      return this.#namesakes(line).filter((one) => one.birth_date === birth_date);
    });
    this.#pass((line) => {
      const { mobile } = line.person;
      return mobile === undefined
        ? []
        : this.#namesakes(line).filter((one) => one.mobile === mobile);
    });
    this.#pass((line) => {
      const { class_id } = line;
      if (class_id === null) return [];
      return this.#namesakes(line).filter(({ id }) => this.#classesOf(id).includes(class_id));
    });
    return this.#lines.map((line) => this.#outcome(line));
  }

  /** Gives lines the only free person that a rule finds, where no other free line finds the same one. */
  #pass(rule: (line: Line) => readonly KnownPerson[]): void {
    const wanted = new Map<string, number[]>();
    for (const line of this.#lines) {
      if (this.#found.has(line.seq)) continue;
      const [one, ...others] = rule(line).filter(({ id }) => this.#isFree(line, id));
      if (one === undefined || others.length > 0) continue;
      wanted.set(one.id, [...(wanted.get(one.id) ?? []), line.seq]);
    }
    for (const [id, seqs] of wanted) {
      const [seq, ...others] = seqs;
      if (seq === undefined || others.length > 0) continue;
      this.#found.set(seq, id);
      this.#taken.add(id);
    }
  }

  #isFree({ key }: Line, id: string): boolean {
    if (this.#taken.has(id)) return false;
    return !(this.#said.get(key) ?? []).some((one) => one.user_id === id && !one.is_same);
  }

  #numbered({ person }: Line): readonly KnownPerson[] {
    const found = numbersOf(person).flatMap((one) => this.#byNumber.get(numberKey(one)) ?? []);
    return [...new Set(found)];
  }

  #hashed({ person }: Line): readonly KnownPerson[] {
    return person.id_hash === undefined ? [] : (this.#byHash.get(person.id_hash) ?? []);
  }

  #named({ person }: Line, found: readonly KnownPerson[]): readonly KnownPerson[] {
    const name = plainName(person.name);
    return found.filter((one) =>
      [one.name, ...one.former_names].some((is) => plainName(is) === name),
    );
  }

  /** People of the line's name whom neither number nor birthday makes another one. */
  #namesakes({ person }: Line): readonly KnownPerson[] {
    const numbers = numbersOf(person);
    return (this.#byName.get(plainName(person.name)) ?? []).filter(
      (one) =>
        // the id that another roster gives a person is not always their number
        !contradict(numbers, one.source === null ? plainNumber(one.number) : null) &&
        !(
          one.birth_date !== null &&
          person.birth_date !== undefined &&
          one.birth_date !== person.birth_date
        ),
    );
  }

  #outcome(line: Line): Match {
    const found = this.#found.get(line.seq);
    if (found !== undefined) return { user_id: found, ask: null };
    const candidates = new Map<string, Candidate>();
    const add = (people: readonly KnownPerson[], why: Why) => {
      for (const { id } of people) {
        if (this.#isFree(line, id) && !candidates.has(id)) candidates.set(id, { user_id: id, why });
      }
    };
    add(this.#numbered(line), "number");
    add(this.#hashed(line), "id-card");
    const sameName = this.#byName.get(plainName(line.person.name)) ?? [];
    const { birth_date } = line.person;
    add(
      sameName.filter((one) => birth_date !== undefined && one.birth_date === birth_date),
      "birth",
    );
    add(this.#namesakes(line), "name");
    const list = [...candidates.values()];
    if (list.length === 0) return { user_id: null, ask: null };
    return { user_id: null, ask: { candidates: list, proposal: this.#proposal(line, list) } };
  }

  /** Proposes the only candidate, unless the number that speaks for it stands in several lines. */
  #proposal({ person }: Line, [one, ...others]: readonly Candidate[]): string | null {
    if (one === undefined || others.length > 0) return null;
    const isShared = numbersOf(person).some(
      (number) => (this.#linesOfNumber.get(numberKey(number)) ?? 0) > 1,
    );
    return one.why === "number" && isShared ? null : one.user_id;
  }
}

function grouped<T, R>(
  items: readonly T[],
  keyOf: (item: T) => string | null,
  valueOf: (item: T) => R,
): ReadonlyMap<string, readonly R[]> {
  const groups = new Map<string, R[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [valueOf(item)]);
    else group.push(valueOf(item));
  }
  return groups;
}
