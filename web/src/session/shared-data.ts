import type { App, Identity, TagRelations, User } from "#contract";
import { childNow, chosenChild } from "./own-child.ts";
import { session } from "./session.ts";

/** The part of the session that every module gets (ST-02). */
export interface SharedData {
  readonly user: Readonly<User> | null;
  readonly userId: string | null;
  readonly identity: Identity | null;
  /** Id of the child whose things a parent sees (HO-01); null for others. */
  readonly childId: string | null;
  /** The app that was opened last. */
  readonly app: Readonly<App> | null;
  /** Stages, grades, subjects and types, once they have been loaded. */
  readonly tagRelations: Readonly<TagRelations> | null;
}

declare global {
  interface Window {
    schoolgateSession?: SharedSession;
  }
}

export const SHARED_DATA_CHANGE = "change";

const NOBODY: SharedData = {
  user: null,
  userId: null,
  identity: null,
  childId: null,
  app: null,
  tagRelations: null,
};

/** The one shared object. It announces any update by the event `change`, whose detail names the fields that changed. */
export class SharedSession extends EventTarget {
  #data = NOBODY;
  /** Returns whether what is told of the person stays as it is, whatever the session says. */
  declare holds?: () => boolean;

  get user() {
    return this.#data.user;
  }
  get userId() {
    return this.#data.userId;
  }
  get identity() {
    return this.#data.identity;
  }
  get childId() {
    return this.#data.childId;
  }
  get app() {
    return this.#data.app;
  }
  get tagRelations() {
    return this.#data.tagRelations;
  }

  /** Updates the fields; for the platform itself, modules only read. */
  share(change: Partial<SharedData>): void {
    const before = this.#data;
    this.#data = { ...before, ...change };
    const changed = (Object.keys(change) as (keyof SharedData)[]).filter(
      (field) => this.#data[field] !== before[field],
    );
    if (changed.length === 0) return;
    this.dispatchEvent(new CustomEvent(SHARED_DATA_CHANGE, { detail: { changed } }));
  }

  /** Follows the session: for another person or identity no app has been opened yet. */
  follow(): void {
    if (this.holds?.()) return;
    const { user, authData, identity } = session.getState();
    const userId = user?.id ?? authData?.user_id ?? null;
    const same = userId === this.userId && identity === this.identity;
    this.share({
      user: user === null ? null : this.#frozen(user),
      userId,
      identity,
      childId: childNow()?.id ?? null,
      ...(same ? {} : { app: null }),
      ...(userId === null ? { tagRelations: null } : {}),
    });
  }

  #source: User | null = null;

  /** Returns a frozen copy, the same for the same person, so that modules cannot change the platform's own. */
  #frozen(user: User): Readonly<User> {
    if (this.#source === user && this.user !== null) return this.user;
    this.#source = user;
    return Object.freeze({ ...user });
  }
}

/** Puts the shared object where every module finds it, unless it is there, and keeps it up to date from now on. */
export function startSharing(): SharedSession {
  if (window.schoolgateSession !== undefined) return window.schoolgateSession;
  const shared = new SharedSession();
  window.schoolgateSession = shared;
  shared.follow();
  session.subscribe(() => shared.follow());
  chosenChild.subscribe(() => shared.follow());
  return shared;
}
