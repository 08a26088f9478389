import type { Database } from "../database/database.ts";
import type { Organisations } from "./rules.ts";

declare module "fastify" {
  interface FastifyInstance {
    organisations: OrganisationTree;
  }
}

/** Milliseconds for which a node's copy is valid. */
const LIFETIME_MS = 1000;

/** The node's copy of the districts and schools, at most a second old. */
export class OrganisationTree {
  readonly #db: Database;
  readonly #now: () => Date;
  #read: { at: number; tree: Promise<Organisations> } | undefined;

  constructor(db: Database, now: () => Date) {
    this.#db = db;
    this.#now = now;
  }

  /** Returns every district and school. */
  tree(): Promise<Organisations> {
    const at = this.#now().getTime();
    const age = at - (this.#read?.at ?? Number.NEGATIVE_INFINITY);
    if (this.#read === undefined || age < 0 || age >= LIFETIME_MS) {
      const tree = this.#load();
      this.#read = { at, tree };
      tree.catch(() => (this.#read = undefined));
    }
    return this.#read.tree;
  }

  /** Discards the copy after a write on this node, so that the next call reads anew. */
  forget(): void {
    this.#read = undefined;
  }

  async #load(): Promise<Organisations> {
    const rows = await this.#db.selectFrom("school").select(["id", "kind", "parent_id"]).execute();
    return new Map(rows.map(({ id, kind, parent_id }) => [id, { kind, parent_id }]));
  }
}
