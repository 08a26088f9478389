/** The number of rows by which the range moves, so that most scrolling renders nothing. */
const BLOCK = 8;
/** The number of rows rendered beyond both edges of the screen. */
const SPARE = 16;

export interface Span {
  from: number;
  to: number;
}

/** Returns the rows to draw of `count`, when the list begins `top` pixels below the upper edge of a screen of `height` pixels. */
export function rowsInSight(
  top: number,
  height: number,
  row: number,
  count: number,
  spare = SPARE,
): Span {
  const first = Math.floor(-top / row) - spare;
  const last = Math.ceil((height - top) / row) + spare;
  const from = Math.max(0, Math.min(Math.floor(first / BLOCK) * BLOCK, count));
  const to = Math.max(from, Math.min(Math.ceil(last / BLOCK) * BLOCK, count));
  return { from, to };
}
