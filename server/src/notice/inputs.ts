import { DAY_MS } from "../platform/days.ts";
import { isSeen } from "#contract";
import { withoutControls } from "../platform/control-characters.ts";
import { badField, invalidCursor } from "../http/refusal.ts";
import type { UnitKey } from "./units.ts";

/** Days ahead for which a notice can be planned. */
const PLANNED_AHEAD_DAYS = 365;

/** Returns a title or text that has visible characters, without control characters; refuses any other. */
export function written(text: string, path: "title" | "text"): string {
  const clean = withoutControls(text.toWellFormed().normalize("NFC")).trim();
  if (!isSeen(clean)) throw badField(path, path === "title" ? "请填写标题" : "请填写正文");
  return clean;
}

/** Returns the answers to choose from; refuses fewer than two, and equal ones. */
export function requireChoices(given: readonly string[]): string[] {
  const choices = given.map((one) => withoutControls(one.toWellFormed()).trim()).filter(isSeen);
  if (choices.length < 2) throw badField("choices", "请至少写两个回答");
  if (new Set(choices).size < choices.length) throw badField("choices", "有两个回答是一样的");
  return choices;
}

/** Returns when a notice is to be sent: now, or at a time within a year. */
export function requireMoment(given: string | undefined, now: Date): Date {
  if (given === undefined) return now;
  const moment = new Date(given);
  if (moment <= now) throw badField("send_at", "发送的时间已经过去了");
  if (moment.getTime() > now.getTime() + PLANNED_AHEAD_DAYS * DAY_MS) {
    throw badField("send_at", "最多可以提前一年安排");
  }
  return moment;
}

/** Returns the cursor of a page of the people who have not confirmed. */
export function unitIn(text: string): UnitKey {
  try {
    const read: unknown = JSON.parse(text);
    const isKey = Array.isArray(read) && read.length === 5;
    if (isKey && read.every((one) => typeof one === "string")) return read as unknown as UnitKey;
  } catch {
    // said below
  }
  throw invalidCursor();
}
