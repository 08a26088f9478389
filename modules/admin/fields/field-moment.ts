import { chinaDay, chinaMoment, chinaTime } from "#contract";

/** Returns a moment as a field for day and time of day wants it, in China's time: 2026-09-01T00:00. */
export function fieldOf(moment: string): string {
  return `${chinaDay(moment)}T${chinaTime(moment)}`;
}

/** Returns the moment of such a field, whatever zone this machine is set to; undefined where it is none. */
export function momentOf(field: string): string | undefined {
  const [day = "", time = ""] = field.split("T");
  const at = chinaMoment(day, time);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
