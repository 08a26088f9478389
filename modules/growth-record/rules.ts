import { GROWTH_KINDS, type GrowthCard } from "#contract";

const DAY_MS = 86_400_000;

/**
 * Returns the number of the day at school that `today` is, the day of admission being 1; null before it, or without one.
 * Days are `YYYY-MM-DD`.
 */
export function dayAtSchool(admission: string | null | undefined, today: string): number | null {
  if (admission == null) return null;
  const days = (Date.parse(today) - Date.parse(admission)) / DAY_MS;
  return Number.isNaN(days) || days < 0 ? null : days + 1;
}

/** Formats a day: `2024-09-01` → 2024年9月1日. */
export function dayText(day: string): string {
  const [year = "", month = "", date = ""] = day.slice(0, 10).split("-");
  return `${year}年${Number(month)}月${Number(date)}日`;
}

const KIND_TITLES: Readonly<Record<GrowthCard["kind"], string>> = {
  medal: "奖章",
  figure: "数据",
  list: "记录",
};

/** Returns cards by kind, medals first; kinds without cards are left out. */
export function kindsOf(
  cards: readonly GrowthCard[],
): { kind: GrowthCard["kind"]; title: string; cards: GrowthCard[] }[] {
  return GROWTH_KINDS.map((kind) => ({
    kind,
    title: KIND_TITLES[kind],
    cards: cards.filter((card) => card.kind === kind),
  })).filter((one) => one.cards.length > 0);
}
