import { AsyncLocalStorage } from "node:async_hooks";

/**
 * The schools whose rows the running code may see, for row-level security (migrations/017-row-security.sql). The scope
 * is sent with every statement and holds for that statement or its transaction only.
 */
const scopes = new AsyncLocalStorage<string>();

/** The default scope: sees no school's rows. */
const NOTHING = "";
const EVERY_SCHOOL = "*";
/** The separator of ids in a scope; no id holds it. */
const SEPARATOR = "\u001f";

/** The platform's own kinds of work that may reach across schools. A new kind is added here. */
export type PlatformWork =
  | "session"
  | "sign-in"
  | "app-call"
  | "app-sign-in"
  | "invitation"
  | "catalogue"
  | "groups"
  | "personal-data"
  | "school-request"
  | "family"
  | "inbox"
  | "pupil-reset"
  | "count"
  | "administration"
  | "sweep"
  | "job"
  | "command";

/** Runs work that sees the rows of these schools and of no other. */
export function inSchools<T>(schools: readonly string[], work: () => T): T {
  return scopes.run(scopeOf(schools), work);
}

/** Runs work that sees the rows of every school. `what` says why: it is never the default. */
export function acrossSchools<T>(_what: PlatformWork, work: () => T): T {
  return scopes.run(EVERY_SCHOOL, work);
}

/** Returns the scope in the form that the policies read. */
export function currentScope(): string {
  return scopes.getStore() ?? NOTHING;
}

// it begins with the separator, so that no school's id can be taken for the mark of all
function scopeOf(schools: readonly string[]): string {
  const known = schools.filter((id) => id !== "" && !id.includes(SEPARATOR));
  return known.length === 0 ? NOTHING : SEPARATOR + known.join(SEPARATOR);
}
