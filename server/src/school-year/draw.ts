import { createHash } from "node:crypto";

/**
 * The draw of first-years into classes, which anybody can repeat (YR-01). Pure: the same seed, list and number of
 * classes give the same classes. docs/school-year.md describes it for those who check it by hand.
 */

export interface Entrant {
  user_id: string;
  gender: "male" | "female" | null;
}

/** A line of the list that is published: a code in place of the name, the gender, and the class drawn. */
export interface DrawnLine {
  code: string;
  gender: Entrant["gender"];
  class_id: string;
}

export interface Drawn {
  /** SHA-256 of the list that was drawn from, as `listText` writes it. */
  list_hash: string;
  lines: DrawnLine[];
  /** The class of each entrant. */
  classes: Map<string, string>;
}

/** Genders in the order in which they are dealt. */
const DEALT = ["female", "male", null] as const;
const CODE_LENGTH = 10;

/** Returns the code of an entrant in the published list: it names nobody, and stays the same for the same person and year. */
export function drawCode(school_id: string, year: number, user_id: string): string {
  return sha256(`${school_id}\n${year}\n${user_id}`).slice(0, CODE_LENGTH);
}

/** Returns the list that is hashed: a line for each entrant, `code gender`, in the order of codes. */
export function listText(list: readonly Pick<DrawnLine, "code" | "gender">[]): string {
  return list
    .map(({ code, gender }) => `${code} ${gender ?? "-"}`)
    .toSorted()
    .join("\n");
}

/**
 * Draws entrants into classes. Within each gender they stand in the order of SHA-256(`seed:code`); girls, boys and those
 * whose gender is not known then stand behind each other in one line, and each goes to the next class in turn. So classes
 * differ by at most one pupil, and by at most one of each gender.
 */
export function draw(
  entrants: readonly Entrant[],
  classes: readonly string[],
  { school_id, year, seed }: { school_id: string; year: number; seed: string },
): Drawn {
  if (classes.length === 0) throw new Error("a draw needs a class");
  const listed = entrants.map((entrant) => {
    const code = drawCode(school_id, year, entrant.user_id);
    return { ...entrant, code, ticket: sha256(`${seed}:${code}`) };
  });
  const line = DEALT.flatMap((gender) =>
    listed.filter((one) => one.gender === gender).toSorted((a, b) => compare(a.ticket, b.ticket)),
  );
  const drawn = line.map((one, turn) => ({
    ...one,
    class_id: classes[turn % classes.length] ?? "",
  }));
  return {
    list_hash: sha256(listText(listed)),
    lines: drawn
      .map(({ code, gender, class_id }) => ({ code, gender, class_id }))
      .toSorted((a, b) => compare(a.code, b.code)),
    classes: new Map(drawn.map(({ user_id, class_id }) => [user_id, class_id])),
  };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
