import {
  IDENTITY_NAMES,
  readAdministration,
  readPeople,
  type AnswerOf,
  type ListedPerson,
  type Right,
} from "#contract";
import { send } from "../api/client.ts";
import { session } from "./session.ts";

const QUIET = { quietGeneral: true, quietError: true } as const;
const NO_RIGHTS: readonly Right[] = [];
const KNOWN_MS = 60_000;
let known: { of: string | null; at: number; rights: Promise<readonly Right[]> } | undefined;

/** Returns the rights that the person has anywhere; asked for once a minute at most, unless the server did not say. */
export function readRights(): Promise<readonly Right[]> {
  const of = session.getState().token;
  if (known === undefined || known.of !== of || Date.now() - known.at > KNOWN_MS) {
    const rights = send(readAdministration, {}, QUIET).then(
      (answer) => answer.rights.map(({ right }) => right),
      () => {
        if (known?.rights === rights) known = undefined;
        return NO_RIGHTS;
      },
    );
    known = { of, at: Date.now(), rights };
  }
  return known.rights;
}

/** The fewest characters for which people are asked for. */
const PEOPLE_FROM = 2;
const LONGEST_NAME = 60;

/** Finds people by a word, for who has `people.read`; nobody by a single character. Rejects where the server does not say. */
export async function findPeople(
  word: string,
  limit: number,
  signal?: AbortSignal,
): Promise<Pick<AnswerOf<typeof readPeople>, "people" | "next">> {
  if (word.length < PEOPLE_FROM) return { people: [], next: null };
  const asked = { q: word.slice(0, LONGEST_NAME), limit };
  return send(readPeople, asked, { ...QUIET, ...(signal && { signal }) });
}

/** Returns the in-app path of a person's page in the administration. */
export function personPath({ id }: Pick<ListedPerson, "id">): string {
  return `/module/admin/people/${encodeURIComponent(id)}`;
}

/** Returns where someone learns, teaches or is known, in words. */
export function placeOf({ classes, memberships }: ListedPerson): string {
  const [first] = memberships;
  const where = classes[0]?.name ?? first?.school_name;
  return [first && IDENTITY_NAMES[first.identity], where].filter(Boolean).join(" · ");
}
