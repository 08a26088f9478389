import { FACE_FIELDS, type FaceValues, PLAIN_FACE } from "#contract";
import type { Database } from "../database/database.ts";
import { readState } from "../platform/platform-state.ts";

declare module "fastify" {
  interface FastifyInstance {
    face: Face;
  }
}

/** Name under which the platform keeps it. */
export const FACE_KEY = "face";
/** Lifetime of a node's copy, as of all its copies. */
const LIFETIME_MS = 1000;
/** A page is worth no longer wait for a database that is away: what was known last is shown. */
const WAIT_MS = 400;

/** The node's copy of what was set in the page, at most a second old (AD-20). */
export class Face {
  /** Shown where nothing was set: the operator's file, and what the product has by itself. */
  defaults: FaceValues = PLAIN_FACE;
  readonly #db: Database;
  readonly #now: () => Date;
  #at = Number.NEGATIVE_INFINITY;
  #known: FaceValues = {};
  #reading: Promise<void> | undefined;

  constructor(db: Database, now: () => Date) {
    this.#db = db;
    this.#now = now;
  }

  /** Returns the values that were set; of a database that does not answer, those known last. */
  async values(): Promise<FaceValues> {
    const age = this.#now().getTime() - this.#at;
    if (age >= 0 && age < LIFETIME_MS) return this.#known;
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    let clock: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (clock = setTimeout(resolve, WAIT_MS)));
    await Promise.race([this.#reading, late]);
    clearTimeout(clock);
    return this.#known;
  }

  /** Takes what this node has just written. */
  learn(values: FaceValues): void {
    this.#known = values;
    this.#at = this.#now().getTime();
  }

  async #read(): Promise<void> {
    try {
      this.learn(parseFace(await readState(this.#db, FACE_KEY)));
    } catch {
      // the next page asks again
      this.#at = this.#now().getTime();
    }
  }
}

/** Reads what is kept: known fields with texts, and nothing else. */
export function parseFace(text: string | undefined): FaceValues {
  return pickFace(text === undefined ? {} : JSON.parse(text));
}

/** Returns the fields of a face that an object holds as texts. */
export function pickFace(object: unknown): FaceValues {
  if (typeof object !== "object" || object === null) return {};
  const given = object as Record<string, unknown>;
  const face: FaceValues = {};
  for (const field of FACE_FIELDS) {
    const value = given[field];
    if (typeof value === "string" && value !== "") face[field] = value;
  }
  return face;
}
