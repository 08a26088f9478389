import type { Identity } from "#contract";
import { DAY_MS } from "../platform/days.ts";

/** China has one zone and no summer time. */
const CHINA_OFFSET_MS = 8 * 3_600_000;
const HOUR_MS = 3_600_000;
const QUIET_FROM = 21;
const QUIET_UNTIL = 7;

/** Returns when something sent at a moment arrives: pupils get nothing from 21:00 to 7:00 in China (IN-04). */
export function arrivalAt(identity: Identity, moment: Date): Date {
  if (identity !== "student") return moment;
  const china = moment.getTime() + CHINA_OFFSET_MS;
  const midnight = china - (china % DAY_MS);
  const hour = (china - midnight) / HOUR_MS;
  if (hour >= QUIET_UNTIL && hour < QUIET_FROM) return moment;
  const morning = midnight + QUIET_UNTIL * HOUR_MS + (hour >= QUIET_FROM ? DAY_MS : 0);
  return new Date(morning - CHINA_OFFSET_MS);
}
