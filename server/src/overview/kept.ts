import { LRUCache } from "lru-cache";
import { ownAndChildInForce } from "../consent/api.ts";
import type { Database } from "../database/database.ts";
import { type PupilGaps, readMissingConsents, readPupilGaps, readSchoolGaps } from "./checks.ts";
import type { MissingConsents, SchoolGaps } from "./checks.ts";
import {
  daysUpTo,
  type PeopleAt,
  readPeopleBySchool,
  readSignIns,
  type SignedIn,
} from "./figures.ts";

const KEPT_MS = 60_000;
const SCOPES_AT_MOST = 50;
/** Statements about so many people take about a tenth of a second each on the embedded engine. */
const PEOPLE_A_STATEMENT = { lookedUp: 8000, compared: 24_000 };
const SCHOOLS_A_STATEMENT = 250;

/** The figures of the schools of a scope, each by school. */
export interface Figures {
  days: string[];
  people: PeopleAt[];
  signIns: SignedIn[];
  pupils: ReadonlyMap<string, PupilGaps>;
  consents: ReadonlyMap<string, MissingConsents>;
  schools: ReadonlyMap<string, SchoolGaps>;
}

/** The node's copies of the figures of scopes, each at most a minute old. */
export class KeptFigures {
  readonly #db: Database;
  readonly #now: () => Date;
  readonly #kept = new LRUCache<string, { at: number; figures: Promise<Figures> }>({
    max: SCOPES_AT_MOST,
  });

  constructor(db: Database, now: () => Date) {
    this.#db = db;
    this.#now = now;
  }

  /** Returns the figures of exactly these schools: two scopes share a copy only if they have the same ones. */
  of(schools: readonly string[]): Promise<Figures> {
    const now = this.#now();
    const key = JSON.stringify(schools.toSorted());
    const found = this.#kept.get(key);
    const age = now.getTime() - (found?.at ?? Number.NEGATIVE_INFINITY);
    if (found !== undefined && age >= 0 && age < KEPT_MS) return found.figures;
    // who asks meanwhile waits for the same
    const one = { at: now.getTime(), figures: readFigures(this.#db, schools, now) };
    this.#kept.set(key, one);
    one.figures.catch(() => {
      if (this.#kept.peek(key) === one) this.#kept.delete(key);
    });
    return one.figures;
  }
}

/** Reads the figures in statements that are each short, so that others are served in between. */
async function readFigures(db: Database, schools: readonly string[], now: Date): Promise<Figures> {
  const days = daysUpTo(now);
  const people: PeopleAt[] = [];
  for (let from = 0; from < schools.length; from += SCHOOLS_A_STATEMENT) {
    people.push(...(await readPeopleBySchool(db, schools.slice(from, from + SCHOOLS_A_STATEMENT))));
  }
  const agreements = await ownAndChildInForce(db, now);
  const signIns: SignedIn[] = [];
  const pupils = new Map<string, PupilGaps>();
  const consents = new Map<string, MissingConsents>();
  const gaps = new Map<string, SchoolGaps>();
  for (const part of portionsOf(schools, people, PEOPLE_A_STATEMENT.lookedUp)) {
    signIns.push(...(await readSignIns(db, part, days)));
    const missing = await readMissingConsents(db, part, { agreements, now });
    for (const one of missing) consents.set(one.school_id, one);
  }
  for (const part of portionsOf(schools, people, PEOPLE_A_STATEMENT.compared)) {
    for (const one of await readPupilGaps(db, part)) pupils.set(one.school_id, one);
    for (const one of await readSchoolGaps(db, part, now)) gaps.set(one.school_id, one);
  }
  return { days, people, signIns, pupils, consents, schools: gaps };
}

/** Divides schools so that each portion has at most so many people, or is one school. */
function portionsOf(
  schools: readonly string[],
  people: readonly PeopleAt[],
  most: number,
): string[][] {
  const size = new Map<string, number>();
  for (const one of people) {
    size.set(one.school_id, (size.get(one.school_id) ?? 0) + one.people);
  }
  const portions: string[][] = [];
  let room = 0;
  for (const id of schools) {
    const those = size.get(id) ?? 0;
    const last = portions.at(-1);
    if (last === undefined || those > room || last.length >= SCHOOLS_A_STATEMENT) {
      portions.push([id]);
      room = most - those;
    } else {
      last.push(id);
      room -= those;
    }
  }
  return portions;
}
