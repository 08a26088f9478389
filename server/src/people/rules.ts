import {
  PEOPLE_SORTS,
  type PeopleSort,
  type PersonAct,
  PERSON_ACTS,
  type PersonState,
  type Right,
  isCursorMoment,
} from "#contract";

/** The fewest final digits that find a mobile number. */
const SHORTEST_MOBILE_TAIL = 4;
const SHORTEST_NUMBER_TAIL = 3;

/** The ways in which a typed text can identify a person; each given one finds people of its own. */
export interface Ways {
  /** A part of the name. */
  name?: string;
  /** The beginning of the account. */
  account?: string;
  /** The beginning of the name's letters, or of their initials, whole or from the given name on. */
  letters?: string;
  /** The end of the number that the roster gave, read backwards. */
  numberTail?: string;
  /** The end of the mobile number, read backwards. */
  mobileTail?: string;
}

const LETTERS = /^[a-z]+$/;
const DIGITS = /^\d+$/;
const ASCII = /^[\x21-\x7e]+$/;

/** Parses a typed text, of any width and case, with or without spaces. Null when it can find nobody. */
export function waysOf(typed: string): Ways | null {
  const text = typed.normalize("NFKC").toLowerCase().trim();
  const piece = text.replaceAll(/[\s'’]+/g, "");
  if (piece === "") return null;
  if (!ASCII.test(piece)) return { name: HAN.test(piece) ? piece : text };
  if (DIGITS.test(piece)) {
    return {
      account: piece,
      ...(piece.length >= SHORTEST_NUMBER_TAIL && { numberTail: backwards(piece) }),
      ...(piece.length >= SHORTEST_MOBILE_TAIL && { mobileTail: backwards(piece) }),
    };
  }
  const letters = piece.replaceAll("u:", "v");
  return {
    // one letter stands in nearly every foreign name
    ...(piece.length > 1 && { name: text }),
    account: piece,
    ...(LETTERS.test(letters) && { letters }),
    ...(piece.length >= SHORTEST_NUMBER_TAIL && { numberTail: backwards(piece) }),
  };
}

const HAN = /\p{Script=Han}/u;

function backwards(text: string): string {
  return [...text].toReversed().join("");
}

/** The position in a list after which the next page begins: the sort, and the last row's values in it. */
export interface Cursor {
  sort: PeopleSort;
  keys: readonly string[];
}

/** The number of values that each sort orders by. */
export const KEYS_OF: Readonly<Record<PeopleSort, number>> = { name: 3, account: 1, recent: 2 };

export function writeCursor({ sort, keys }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, ...keys])).toString("base64url");
}

/** Parses a cursor; undefined when it is invalid or of another sort. */
export function readCursor(text: string, wanted: PeopleSort): Cursor | undefined {
  const parts = textsIn(text);
  const [sort, ...keys] = parts;
  if (sort !== wanted || !PEOPLE_SORTS.includes(wanted)) return undefined;
  if (keys.length !== KEYS_OF[wanted] || (wanted === "recent" && !isCursorMoment(keys[0]))) {
    return undefined;
  }
  return { sort: wanted, keys };
}

/** Formats the cursor of an entry in a person's history: the moment and the id. */
export function formatHistoryCursor(at: Date, id: string): string {
  return writeTexts([at.toISOString(), id]);
}

export function parseHistoryCursor(text: string): { at: Date; id: string } | undefined {
  const [at, id, ...rest] = textsIn(text);
  if (!isCursorMoment(at) || id === undefined || rest.length > 0) return undefined;
  return { at: new Date(at), id };
}

/** Encodes texts for an address. */
export function writeTexts(texts: readonly string[]): string {
  return Buffer.from(JSON.stringify(texts)).toString("base64url");
}

/** Decodes texts that `writeTexts` encoded; an empty list for any other text. */
export function textsIn(text: string): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    if (!Array.isArray(parts)) return [];
    const texts = parts.filter((part) => typeof part === "string");
    const isClean = texts.length === parts.length && !texts.some((one) => one.includes("\0"));
    return isClean ? texts : [];
  } catch {
    return [];
  }
}

const RIGHT_OF_ACT: Readonly<Record<PersonAct, Right>> = {
  edit: "people.write",
  membership: "people.write",
  lock: "people.write",
  guardian: "people.write",
  class: "class.write",
  password: "people.secret",
  factor: "people.secret",
  session: "people.secret",
  view: "people.view_as",
  erase: "people.erase",
};
/**
 * Acts that nobody may do to oneself as an administrator: the own profile has its ways, and nobody shuts themselves
 * out.
 */
const NOT_TO_ONESELF: readonly PersonAct[] = [
  "membership",
  "lock",
  "password",
  "factor",
  "session",
  "view",
  "erase",
];

/** The rights that acts on a person need. */
export const RIGHTS_OF_ACTS: readonly Right[] = [...new Set(Object.values(RIGHT_OF_ACT))];

/** Returns the acts on a person that these rights over the person allow. */
export function actsOn(held: readonly Right[], { isSelf }: { isSelf: boolean }): PersonAct[] {
  return PERSON_ACTS.filter(
    (act) => held.includes(RIGHT_OF_ACT[act]) && !(isSelf && NOT_TO_ONESELF.includes(act)),
  );
}

/** States that only pupils can be in. */
export const STATES_OF_PUPILS: readonly PersonState[] = ["no-class", "no-guardian"];
