import { randomBytes } from "node:crypto";
import type { Claims } from "#contract";

export const VISIT_SECONDS = 30 * 60;
const MAX_VISITS = 10_000;

interface Visit {
  appId: string;
  claims: Claims;
  endsAt: number;
  mark: string | undefined;
}

/** The demo apps' sessions, by a cookie's value; kept as long as the process runs. */
export class Visits {
  readonly #visits = new Map<string, Visit>();

  /** Begins a session; `mark` is the platform's name for this sign-in, by which it ends it. */
  begin(appId: string, claims: Claims, now: number, mark?: string): string {
    for (const [key, { endsAt }] of this.#visits) {
      if (endsAt > now && this.#visits.size < MAX_VISITS) break;
      this.#visits.delete(key);
    }
    const key = randomBytes(32).toString("base64url");
    this.#visits.set(key, { appId, claims, endsAt: now + VISIT_SECONDS * 1000, mark });
    return key;
  }

  find(appId: string, key: string | undefined, now: number): Claims | null {
    const visit = key === undefined ? undefined : this.#visits.get(key);
    return visit?.appId === appId && visit.endsAt > now ? visit.claims : null;
  }

  end(key: string | undefined): void {
    if (key !== undefined) this.#visits.delete(key);
  }

  /** Ends what the platform says is over. */
  endMarked(appId: string, mark: string): void {
    for (const [key, visit] of this.#visits) {
      if (visit.appId === appId && visit.mark === mark) this.#visits.delete(key);
    }
  }
}
