/** Letters and digits that are not mistaken for one another when read aloud or from a board: without 0, O, 1 and I. */
export const INVITATION_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
export const INVITATION_CODE_LENGTH = 10;

/** Returns a typed code in its stored form: `abcde fghjk` is `ABCDEFGHJK`. Undefined when it cannot be one. */
export function readInvitationCode(typed: string): string | undefined {
  const code = typed
    .normalize("NFKC")
    .replace(/[\s\p{Pd}_.]/gu, "")
    .toUpperCase();
  const known = Array.from(code).every((letter) => INVITATION_LETTERS.includes(letter));
  return known && code.length === INVITATION_CODE_LENGTH ? code : undefined;
}

/** Returns a code as it is displayed, in two groups: `ABCDE-FGHJK`. */
export function spellInvitationCode(code: string): string {
  const middle = INVITATION_CODE_LENGTH / 2;
  return `${code.slice(0, middle)}-${code.slice(middle)}`;
}
