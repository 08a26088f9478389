import { LRUCache } from "lru-cache";
import { type OwnAndChild, ownAndChildInForce } from "../consent/api.ts";
import type { Database } from "../database/database.ts";
import { planned } from "../database/planned.ts";
import { type PupilGaps, readMissingConsents, readPupilGaps, readSchoolGaps } from "./checks.ts";
import type { MissingConsents, SchoolGaps } from "./checks.ts";
import {
  daysUpTo,
  type PeopleAt,
  readPeopleBySchool,
  readSignIns,
  type SignedIn,
} from "./figures.ts";

const LIFETIME_MS = 60_000;
const MAX_SCOPES = 50;
/** People in one statement, which then takes about a tenth of a second on the embedded engine. */
const PEOPLE_A_STATEMENT = { lookedUp: 8000, compared: 24_000 };
const SCHOOLS_A_STATEMENT = 250;
/** People from which comparing whole tables is faster than looking people up. */
const COMPARED_FROM = 48_000;

/** The figures of the schools of a scope, each by school. */
export interface Figures {
  days: string[];
  people: PeopleAt[];
  signIns: SignedIn[];
  pupils: ReadonlyMap<string, PupilGaps>;
  consents: ReadonlyMap<string, MissingConsents>;
  schools: ReadonlyMap<string, SchoolGaps>;
}

/** Caches the figures of sets of schools on this node, for at most a minute. */
export class FiguresCache {
  readonly #db: Database;
  readonly #now: () => Date;
  readonly #cached = new LRUCache<string, { at: number; figures: Promise<Figures> }>({
    max: MAX_SCOPES,
  });

  constructor(db: Database, now: () => Date) {
    this.#db = db;
    this.#now = now;
  }

  /** Returns the figures of exactly these schools: two scopes share a copy only if they have the same ones. */
  of(schools: readonly string[]): Promise<Figures> {
    const now = this.#now();
    const key = JSON.stringify(schools.toSorted());
    const found = this.#cached.get(key);
    const age = now.getTime() - (found?.at ?? Number.NEGATIVE_INFINITY);
    if (found !== undefined && age >= 0 && age < LIFETIME_MS) return found.figures;
    // calls that come meanwhile share the same promise
    const one = { at: now.getTime(), figures: readFigures(this.#db, schools, now) };
    this.#cached.set(key, one);
    one.figures.catch(() => {
      if (this.#cached.peek(key) === one) this.#cached.delete(key);
    });
    return one.figures;
  }
}

/**
 * Reads the figures of some schools by looking people up, in statements that are each short, so that others are served
 * in between; of many people by comparing whole tables, once each, which takes a quarter of the time.
 */
export async function readFigures(
  db: Database,
  schools: readonly string[],
  now: Date,
  comparedFrom = COMPARED_FROM,
): Promise<Figures> {
  const days = daysUpTo(now);
  const people: PeopleAt[] = [];
  for (let from = 0; from < schools.length; from += SCHOOLS_A_STATEMENT) {
    people.push(...(await readPeopleBySchool(db, schools.slice(from, from + SCHOOLS_A_STATEMENT))));
  }
  const all = people.reduce((sum, one) => sum + one.people, 0);
  const agreements = await ownAndChildInForce(db, now);
  const parts =
    all < comparedFrom
      ? await readByPortions(db, portionsOf(schools, people), { days, now, agreements })
      : await readWhole(db, schools, { days, now, agreements });
  const bySchool = <T extends { school_id: string }>(rows: readonly T[]) =>
    new Map(rows.map((row) => [row.school_id, row]));
  return {
    ...{ days, people, signIns: parts.signIns, pupils: bySchool(parts.pupils) },
    ...{ consents: bySchool(parts.consents), schools: bySchool(parts.gaps) },
  };
}

interface Parts {
  signIns: SignedIn[];
  pupils: PupilGaps[];
  consents: MissingConsents[];
  gaps: (SchoolGaps & { school_id: string })[];
}
interface Wanted {
  days: readonly string[];
  now: Date;
  agreements: OwnAndChild;
}

/** Reads whole tables, two statements at a time: the pool has others to serve. */
async function readWhole(
  db: Database,
  schools: readonly string[],
  { days, now, agreements }: Wanted,
): Promise<Parts> {
  const use = "set";
  const [signIns, { consents, pupils, gaps }] = await Promise.all([
    planned(db, (trx) => readSignIns(trx, schools, days, use)),
    planned(db, async (trx) => ({
      consents: await readMissingConsents(trx, schools, { agreements, now, use }),
      pupils: await readPupilGaps(trx, schools, use),
      gaps: await readSchoolGaps(trx, schools, now),
    })),
  ]);
  return { signIns, consents, pupils, gaps };
}

async function readByPortions(
  db: Database,
  portions: Record<keyof typeof PEOPLE_A_STATEMENT, string[][]>,
  { days, now, agreements }: Wanted,
): Promise<Parts> {
  const parts: Parts = { signIns: [], pupils: [], consents: [], gaps: [] };
  for (const portion of portions.lookedUp) {
    parts.signIns.push(...(await readSignIns(db, portion, days)));
    parts.consents.push(...(await readMissingConsents(db, portion, { agreements, now })));
  }
  for (const portion of portions.compared) {
    parts.pupils.push(...(await planned(db, (trx) => readPupilGaps(trx, portion))));
    parts.gaps.push(...(await readSchoolGaps(db, portion, now)));
  }
  return parts;
}

/** Divides schools into portions whose people one statement may read, for each kind of statement. */
function portionsOf(schools: readonly string[], people: readonly PeopleAt[]) {
  const size = new Map<string, number>();
  for (const one of people) {
    size.set(one.school_id, (size.get(one.school_id) ?? 0) + one.people);
  }
  return {
    lookedUp: divide(PEOPLE_A_STATEMENT.lookedUp, schools, size),
    compared: divide(PEOPLE_A_STATEMENT.compared, schools, size),
  };
}

/** Divides schools into portions of at most `most` people, or of one school. */
function divide(
  most: number,
  schools: readonly string[],
  size: ReadonlyMap<string, number>,
): string[][] {
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
