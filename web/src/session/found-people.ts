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

interface Known {
  /** The session, and the identity: another one has other rights. */
  of: string;
  at: number;
  rights: Promise<readonly Right[]>;
  /** The same, once they are there. */
  answered?: readonly Right[];
}
let known: Known | undefined;

/** Returns the rights that the person has anywhere; asked for once a minute at most, unless the server did not say. */
export function readRights(): Promise<readonly Right[]> {
  const present = presentKnown();
  if (present !== undefined) return present.rights;
  const rights = send(readAdministration, {}, QUIET).then(
    (answer) => (mine.answered = answer.rights.map(({ right }) => right)),
    () => {
      if (known === mine) known = undefined;
      return NO_RIGHTS;
    },
  );
  const mine: Known = { of: asker(), at: Date.now(), rights };
  known = mine;
  return rights;
}

/** Returns the same rights where they are known already, to be shown at once; undefined where they must be asked for. */
export function knownRights(): readonly Right[] | undefined {
  return presentKnown()?.answered;
}

function presentKnown(): Known | undefined {
  return known?.of === asker() && Date.now() - known.at <= KNOWN_MS ? known : undefined;
}

function asker(): string {
  const { token, identity } = session.getState();
  return `${identity ?? ""} ${token ?? ""}`;
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
