import type { TodayCard } from "#contract";

/** Cards of a young pupil, who reads little. */
const LARGE_CARDS = 3;

/** Returns the cards that are shown: of a young pupil three, each of another kind if there are as many. */
export function shownCards(cards: readonly TodayCard[], large: boolean): readonly TodayCard[] {
  if (!large || cards.length <= LARGE_CARDS) return cards;
  const first = cards.filter(
    (card, at) => cards.findIndex(({ kind }) => kind === card.kind) === at,
  );
  const chosen = new Set([...new Set([...first, ...cards])].slice(0, LARGE_CARDS));
  return cards.filter((card) => chosen.has(card));
}

/** Returns the words of a card as they are read aloud. */
export function spokenOf({ label, title, note, lines }: TodayCard): string {
  const listed = lines.map((line) => `${line.text} ${line.note}`.trim());
  return [label, title, note, ...listed].filter((words) => words !== "").join("，");
}
