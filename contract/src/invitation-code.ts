/** Letters and digits that are never taken for one another, read aloud or off a wall: without 0, O, 1 and I. */
export const INVITATION_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
export const INVITATION_CODE_LENGTH = 10;

/** A code as it is kept, however it was typed: `abcde fghjk` is `ABCDEFGHJK`. Undefined when it cannot be one. */
export function readInvitationCode(typed: string): string | undefined {
  const code = typed
    .normalize("NFKC")
    .replace(/[\s\p{Pd}_.]/gu, "")
    .toUpperCase();
  const known = Array.from(code).every((letter) => INVITATION_LETTERS.includes(letter));
  return known && code.length === INVITATION_CODE_LENGTH ? code : undefined;
}

/** A code as people see it, in two groups: `ABCDE-FGHJK`. */
export function spellInvitationCode(code: string): string {
  const middle = INVITATION_CODE_LENGTH / 2;
  return `${code.slice(0, middle)}-${code.slice(middle)}`;
}
