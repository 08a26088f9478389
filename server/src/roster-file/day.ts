import { isDay } from "#contract/plain";
import { DAY_MS } from "../platform/days.ts";
import { textOf, type Cell } from "./table.ts";
import { withoutBlanks } from "./text.ts";

/** Serials of the years 1940 to 2060, which stand in cells that are no longer shown as dates. */
const SERIALS = [14_611, 58_806] as const;
const DAY_ZERO = Date.UTC(1899, 11, 30);

/**
 * Returns a cell's day as `2026-09-01` (RO-02): dates of a spreadsheet, their serials, `2026.9.1`, `2026/9/1`,
 * `2026年9月1日`, `20260901`; with `may_be_month` also a month alone, of which it is the first. Undefined for anything else.
 */
export function dayOf(cell: Cell, { may_be_month }: { may_be_month: boolean }): string | undefined {
  if (typeof cell !== "string" && "day" in cell && cell.day !== undefined) return cell.day;
  const text = withoutBlanks(textOf(cell)).replace(/(T|(?<=\d{4}.\d{1,2}.\d{1,2}))\d{1,2}:.*$/, "");
  const serial = Number(text);
  if (/^\d{5}(\.\d+)?$/.test(text) && serial >= SERIALS[0] && serial <= SERIALS[1]) {
    return new Date(DAY_ZERO + Math.floor(serial) * DAY_MS).toISOString().slice(0, 10);
  }
  const full =
    /^(\d{4})[-./年、](\d{1,2})[-./月、](\d{1,2})日?$/.exec(text) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  const month = /^(\d{4})[-./年](\d{1,2})月?$/.exec(text) ?? /^(\d{4})(\d{2})$/.exec(text);
  const parts = full ?? (may_be_month ? month : null);
  if (parts === null) return undefined;
  const [, year = "", ofYear = "", ofMonth = "1"] = parts;
  const day = `${year}-${ofYear.padStart(2, "0")}-${ofMonth.padStart(2, "0")}`;
  return isDay(day) ? day : undefined;
}
