import type { MarkRange } from "#contract";

export interface Piece {
  /** Its start in the text. */
  from: number;
  part: string;
  isMarked: boolean;
}

/** The text, cut at its marks; ranges that do not fit it are left out. */
export function piecesOf(text: string, marks: readonly MarkRange[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { from, to } of marks) {
    if (from < at || to <= from || to > text.length) continue;
    if (from > at) pieces.push({ from: at, part: text.slice(at, from), isMarked: false });
    pieces.push({ from, part: text.slice(from, to), isMarked: true });
    at = to;
  }
  if (at < text.length) pieces.push({ from: at, part: text.slice(at), isMarked: false });
  return pieces;
}
