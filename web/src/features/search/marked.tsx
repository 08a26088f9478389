import type { MarkRange } from "#contract";
import { piecesOf } from "./pieces.ts";

/** A text with its matches marked. */
export function Marked({ text, marks }: { text: string; marks: readonly MarkRange[] }) {
  return piecesOf(text, marks).map(({ from, part, isMarked }) =>
    isMarked ? <mark key={from}>{part}</mark> : part,
  );
}
