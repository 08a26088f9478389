import type { MarkRange } from "#contract";
import { piecesOf } from "./pieces.ts";

/** A text with its matches marked. */
export function Marked({ text, marks }: { text: string; marks: readonly MarkRange[] }) {
  return piecesOf(text, marks).map(({ part, isMarked }, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- pieces of a text have their order only
    isMarked ? <mark key={index}>{part}</mark> : part,
  );
}
