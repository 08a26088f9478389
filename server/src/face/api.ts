import { FACE_FIELDS, type FaceValues, PLAIN_FACE } from "#contract";
import type { Database } from "../database/database.ts";
import { readState } from "../platform/platform-state.ts";

declare module "fastify" {
  interface FastifyInstance {
    face: Face;
  }
}

/** The key of the stored face. */
export const FACE_KEY = "face";
/** Milliseconds for which a node's copy is valid. */
const LIFETIME_MS = 1000;
/** Milliseconds that a page waits for the database; after them the last known values are shown. */
const WAIT_MS = 400;

/**
 * The node's copy of the platform's name, logo, colours and texts that were set in the page, at most a second old
 * (AD-20).
 */
export class Face {
  /** Values shown where none was set: the operator's file, and the product's own. */
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

  /** Returns the values that were set; the last known ones while the database does not answer. */
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

  /** Returns the platform's name as people know it. */
  async name(): Promise<string> {
    return (await this.values()).name ?? this.defaults.name ?? PLAIN_FACE.name;
  }

  /** Replaces the copy by values that this node has just written. */
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

/** Parses a stored face: known fields with texts, and nothing else. */
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
