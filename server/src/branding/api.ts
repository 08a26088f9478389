import { BRANDING_FIELDS, type BrandingValues, DEFAULT_BRANDING } from "#contract";
import type { Database } from "../database/database.ts";
import { readState } from "../platform/platform-state.ts";

declare module "fastify" {
  interface FastifyInstance {
    branding: Branding;
  }
}

/** The key of the stored branding, as releases before named it. */
export const BRANDING_KEY = "face";
/** Milliseconds for which a node's copy is valid. */
const LIFETIME_MS = 1000;
/** Milliseconds that a page waits for the database; after them the last known values are shown. */
const WAIT_MS = 400;

/**
 * The node's copy of the platform's name, logo, colours and texts that were set in the page, at most a second old
 * (AD-20).
 */
export class Branding {
  /** Values shown where none was set: the operator's file, and the product's own. */
  defaults: BrandingValues = DEFAULT_BRANDING;
  readonly #db: Database;
  readonly #now: () => Date;
  #at = Number.NEGATIVE_INFINITY;
  #known: BrandingValues = {};
  #reading: Promise<void> | undefined;

  constructor(db: Database, now: () => Date) {
    this.#db = db;
    this.#now = now;
  }

  /** Returns the values that were set; the last known ones while the database does not answer. */
  async values(): Promise<BrandingValues> {
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
    return (await this.values()).name ?? this.defaults.name ?? DEFAULT_BRANDING.name;
  }

  /** Replaces the copy by values that this node has just written. */
  learn(values: BrandingValues): void {
    this.#known = values;
    this.#at = this.#now().getTime();
  }

  async #read(): Promise<void> {
    try {
      this.learn(parseBranding(await readState(this.#db, BRANDING_KEY)));
    } catch {
      // the next page asks again
      this.#at = this.#now().getTime();
    }
  }
}

/** Parses a stored branding: known fields with texts, and nothing else. */
export function parseBranding(text: string | undefined): BrandingValues {
  return pickBranding(text === undefined ? {} : JSON.parse(text));
}

/** Returns the branding fields that an object holds as texts. */
export function pickBranding(object: unknown): BrandingValues {
  if (typeof object !== "object" || object === null) return {};
  const given = object as Record<string, unknown>;
  const branding: BrandingValues = {};
  for (const field of BRANDING_FIELDS) {
    const value = given[field];
    if (typeof value === "string" && value !== "") branding[field] = value;
  }
  return branding;
}
