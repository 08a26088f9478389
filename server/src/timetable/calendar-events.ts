import { RosterFileRefused } from "../roster-file/api.ts";

/** Splitting of an iCalendar text into its events, so that one broken event leaves the others readable (RFC 5545). Pure. */

/** Events of a file at most: a school's lessons of a term, each week written by itself, are some 25,000. */
const MAX_EVENTS = 40_000;

/** The lines of an event as the file has them, and the name of the calendar that it stands in. */
export interface EventText {
  text: string;
  calendar: string;
}

/** Returns whether a text is an iCalendar file, whatever its name. */
export function isCalendar(text: string): boolean {
  return /^\s*BEGIN:VCALENDAR\s/i.test(text.slice(0, 200));
}

/** Returns the events of a text in their order. Refuses one that is cut off, and one that has too many. */
export function eventsIn(text: string): EventText[] {
  const events: EventText[] = [];
  let open: string[] | undefined;
  let calendar = "";
  let wasName = false;
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (/^BEGIN:VCALENDAR\s*$/i.test(line)) calendar = "";
    if (/^BEGIN:VEVENT\s*$/i.test(line)) open = [];
    if (open !== undefined) {
      open.push(line);
      if (!/^END:VEVENT\s*$/i.test(line)) continue;
      events.push({ text: open.join("\r\n"), calendar });
      open = undefined;
      if (events.length > MAX_EVENTS) {
        throw new RosterFileRefused(`日历文件超过 ${MAX_EVENTS} 个事件，请检查文件。`);
      }
    } else if (wasName && /^[ \t]/.test(line)) calendar += line.slice(1);
    else {
      const [, name] = /^X-WR-CALNAME[^:]*:(.*)$/i.exec(line) ?? [];
      wasName = name !== undefined;
      if (name !== undefined) calendar = name;
    }
  }
  if (open !== undefined || !/END:VCALENDAR\s*$/i.test(text)) {
    throw new RosterFileRefused("日历文件不完整，请重新导出。");
  }
  return events.map((event) => ({ ...event, calendar: plainText(event.calendar) }));
}

function plainText(escaped: string): string {
  return escaped.replaceAll(/\\([\\;,])/g, "$1").trim();
}
