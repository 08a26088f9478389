import type { LaunchKind, SchoolClass } from "#contract";
import type { Database } from "../database/database.ts";
import { acrossSchools } from "../database/scope.ts";
import { findGroups, groupsOfMembership } from "../group/api.ts";
import type { MemberCaller } from "../session/caller.ts";
import {
  type CatalogueApp,
  type Contents,
  type Place,
  readContents,
  readPlace,
  type Membership,
} from "./queries.ts";
import { decide, type Viewer, viewerOf, visibleApps } from "./rules.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The catalogue: all apps, and who may see them. */
    catalogue: Catalogue;
  }
}

/** The person whose view of the catalogue is asked for, and the client. */
type Looking = Pick<MemberCaller, "user_id" | "identity" | "roles" | "client" | "held"> & {
  readonly school: { readonly id: string };
};

/** Milliseconds for which a node's copy of the catalogue is valid. */
const CONTENTS_LIFETIME_MS = 1000;

interface Reading {
  at: number;
  contents: Promise<Contents>;
}

/** The node's short-lived cache of the catalogue; every question about it is asked here. */
export class Catalogue {
  readonly #db: Database;
  readonly #now: () => Date;
  #reading: Reading | undefined;

  constructor(db: Database, now: () => Date) {
    this.#db = db;
    this.#now = now;
  }

  /** Returns the app of this id, whoever may see it. */
  async app(id: string): Promise<CatalogueApp | undefined> {
    return (await this.contents()).apps.find((app) => app.id === id);
  }

  /** Returns every app of a kind, whoever may see them. */
  async appsOf(kind: LaunchKind): Promise<CatalogueApp[]> {
    return (await this.contents()).apps.filter(({ launch }) => launch === kind);
  }

  /** Returns the app, if this person may see it now; undefined for an absent app as for one not for the person. */
  async appFor(caller: MemberCaller, id: string): Promise<CatalogueApp | undefined> {
    const app = await this.app(id);
    if (app === undefined) return undefined;
    return decide(app, await this.viewer(caller), this.#now().getTime()).sees ? app : undefined;
  }

  /**
   * Returns every app that this person may see now, and all categories, in order. `place` is the person's, where it was
   * read already.
   */
  async contentsFor(caller: Looking, place?: Place): Promise<Contents> {
    const [{ categories, apps }, viewer] = await Promise.all([
      this.contents(),
      this.viewer(caller, place),
    ]);
    return { categories, apps: visibleApps(apps, viewer, this.#now().getTime()) };
  }

  /** Returns the classes that a person attends, teaches, or has a child in, at one school under one identity. */
  async classesOf(membership: Membership): Promise<SchoolClass[]> {
    return (await readPlace(this.#db, membership)).classes;
  }

  /** Discards this node's copy after a change here, so that the next call reads anew. */
  forget(): void {
    this.#reading = undefined;
  }

  /** Returns the person as the rules see them; `groups` are further ones that matter, beside those that apps name. */
  async viewer(
    { user_id, identity, school, roles, client, held }: Looking,
    place?: Place,
    groups: readonly string[] = [],
  ): Promise<Viewer> {
    const membership = { user_id, identity, school_id: school.id };
    const [{ parent_id, stage_ids, classes }, group_ids] = await Promise.all([
      place ?? readPlace(this.#db, membership),
      this.#groupsOf(membership, groups),
    ]);
    const school_id = school.id;
    const administers = held.some(({ source }) => source === "grant");
    const person = { user_id, roles, client, school_id, parent_id, group_ids, administers };
    return viewerOf({ ...person, school_stage_ids: stage_ids, classes });
  }

  /** The groups that apps name and the person is in: as a rule apps name none, and nothing is read. */
  async #groupsOf(membership: Membership, further: readonly string[]): Promise<string[]> {
    const { apps } = await this.contents();
    const named = new Set([
      ...further,
      ...apps.flatMap((app) => [...app.allow_group_ids, ...app.deny_group_ids]),
    ]);
    if (named.size === 0) return [];
    return acrossSchools("groups", async () => {
      const groups = await findGroups(this.#db, { ids: [...named] });
      return groupsOfMembership(this.#db, groups, membership, this.#now());
    });
  }

  /** Returns every app with all categories, whoever may see them; as they were a second ago at most. */
  contents(): Promise<Contents> {
    const now = this.#now().getTime();
    const age = now - (this.#reading?.at ?? Number.NEGATIVE_INFINITY);
    if (this.#reading !== undefined && age >= 0 && age < CONTENTS_LIFETIME_MS) {
      return this.#reading.contents;
    }
    const reading = { at: now, contents: readContents(this.#db) };
    this.#reading = reading;
    // a failure must not be remembered as the catalogue
    reading.contents.catch(() => {
      if (this.#reading === reading) this.#reading = undefined;
    });
    return reading.contents;
  }
}
