import { inChina } from "#contract";
import type { RosterRecord } from "./record.ts";
import { refTo } from "./record.ts";

const AUGUST = 7;

/** The academic sessions that there are at a moment: the school year with its two terms. */
export interface Sessions {
  year: string;
  terms: readonly [string, string];
  records: RosterRecord[];
}

/**
 * Returns the current school year and its terms: the platform keeps none of its own, and every school of the country has
 * the same, from September to August. A year begins here in August, when classes are made for it.
 */
export function sessionsAt(now: Date): Sessions {
  const local = inChina(now);
  const first = local.getUTCMonth() >= AUGUST ? local.getUTCFullYear() : local.getUTCFullYear() - 1;
  const year = `sy-${first}`;
  const terms = [`${year}-1`, `${year}-2`] as const;
  const schoolYear = String(first + 1);
  const title = `${first}—${first + 1}学年`;
  const whole: RosterRecord = {
    kind: "academicSession",
    sourced_id: year,
    part: "schoolYear",
    tags: [],
    body: {
      title,
      startDate: `${first}-09-01`,
      endDate: `${first + 1}-08-31`,
      type: "schoolYear",
      schoolYear,
      children: terms.map((id) => refTo("academicSession", id)),
    },
  };
  const halves = [
    ["第一学期", `${first}-09-01`, `${first + 1}-01-31`],
    ["第二学期", `${first + 1}-02-01`, `${first + 1}-08-31`],
  ].map(([name, startDate, endDate], index): RosterRecord => ({
    kind: "academicSession",
    sourced_id: terms[index] ?? "",
    part: "term",
    tags: [`parent:${year}`],
    body: {
      title: `${title}${name}`,
      startDate,
      endDate,
      type: "term",
      schoolYear,
      parent: refTo("academicSession", year),
    },
  }));
  return { year, terms, records: [whole, ...halves] };
}
