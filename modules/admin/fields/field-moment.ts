import { chinaDay, chinaMoment, chinaTime, isDay } from "#contract";
import { Refused } from "../../kit/use-act.ts";

/** A moment names its zone; what was typed into a field does not. */
const MOMENT = /(?:Z|[+-]\d\d:\d\d)$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/**
 * Returns a moment as a field for day and time of day wants it, in China's time: 2026-09-01T00:00. What was typed there and is
 * no moment is returned as it is.
 */
export function fieldOf(moment: string): string {
  if (!MOMENT.test(moment) || Number.isNaN(Date.parse(moment))) return moment;
  return `${chinaDay(moment)}T${chinaTime(moment)}`;
}

/** Returns the moment of such a field, whatever zone this machine is set to; undefined where it is none. */
export function momentOf(field: string): string | undefined {
  const [day, time] = dayAndTime(field);
  return isDay(day) && TIME.test(time) ? chinaMoment(day, time).toISOString() : undefined;
}

/** Returns day and time of day of such a field, each as it was typed where it is none. */
export function dayAndTime(field: string): [day: string, time: string] {
  const at = field.lastIndexOf("T");
  return at < 0 ? [field, ""] : [field.slice(0, at), field.slice(at + 1)];
}

/** Says what is wrong with what was typed into a field for a day, or for a day and a time of day; undefined: nothing. */
export function fieldFault(field: string): string | undefined {
  const [day, time] = dayAndTime(field);
  if (day !== "" && !isDay(day)) {
    return /^\d{4}\D\d+\D\d+\D?$|^\d{8}$/.test(day)
      ? `没有“${day}”这一天，请改正，或点一下在日历里选`
      : `“${day}”不是日期，请写成 2026-09-01 这样，或点一下在日历里选`;
  }
  return time === "" || TIME.test(time) ? undefined : `没有“${time}”这个时刻，请写成 08:30 这样`;
}

/** Refuses a form where what was typed into one of its fields is no day or moment: the field itself says so. */
export function requireDays(...fields: string[]): void {
  if (fields.some((one) => fieldFault(one) !== undefined)) throw new Refused("请先改正标出的日期");
}
