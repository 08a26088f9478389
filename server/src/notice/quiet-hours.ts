import { chinaDay, chinaMoment, chinaTime, type Identity } from "#contract";
import { daysAfter } from "../platform/days.ts";

const QUIET_FROM = "21:00";
const QUIET_UNTIL = "07:00";

/** Returns when something sent at a moment arrives: pupils get nothing from 21:00 to 7:00 in China (IN-04). */
export function arrivalAt(identity: Identity, moment: Date): Date {
  const time = chinaTime(moment);
  if (identity !== "student" || (time >= QUIET_UNTIL && time < QUIET_FROM)) return moment;
  const morning = chinaMoment(chinaDay(moment), QUIET_UNTIL);
  return time < QUIET_UNTIL ? morning : daysAfter(morning, 1);
}
