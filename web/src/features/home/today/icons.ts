import type { TodayKind } from "#contract";

const PEOPLE =
  "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6 8.5c0-3.5 2.5-6 6-6s6 2.5 6 6M16 4.5a3.5 3.5 0 0 1 0 6.5m2 3c2 .8 3 2.800 3 5.500";
const CLOCK = "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5l3.500 2";
const LIST = "M9 6h11M9 12h11M9 18h11M4.500 6h.01M4.500 12h.01M4.500 18h.01";

/** The picture of each kind of card. */
export const CARD_ICONS: Readonly<Record<TodayKind, `M${string}`>> = {
  lesson: CLOCK,
  homework: "M6 3h12v18H6V3Zm3 5h6m-6 4h6m-6 4h3",
  todo: "M4 12a8 8 0 1 0 16 0 8 8 0 0 0-16 0Zm4.500.500 2.500 2.500 5-5.500",
  notice: "M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15L6 16Zm4 4.500h4",
  class: PEOPLE,
  approval: "M5 4h14v16H5V4Zm4 8 2.500 2.500 4.500-5",
  "sign-ins": PEOPLE,
  readiness: "M4 12a8 8 0 1 0 16 0 8 8 0 0 0-16 0Zm4.500.500 2.500 2.500 5-5.500",
  schools: "M3 20h18M5 20V9l7-5 7 5v11M10 20v-5h4v5",
  imports: "M12 3v11m-4-4 4 4 4-4M4 17v3h16v-3",
  apps: "M12 4 2.5 20h19L12 4Zm0 6v4.500m0 2.500v.01",
  figure: "M4 20V10m5 10V4m6 16v-7m5 7V8",
  list: LIST,
  medal: "M12 21a6 6 0 1 0 0-12 6 6 0 0 0 0 12ZM8 10 5 3h4l3 6 3-6h4l-3 7",
};
