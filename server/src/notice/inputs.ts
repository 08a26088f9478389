import { DAY_MS } from "../platform/days.ts";
import { type PagePlace, readPagePlace } from "#contract";
import { withoutControls } from "../platform/control-characters.ts";
import { Refusal } from "../http/refusal.ts";
import type { UnitKey } from "./units.ts";

/** Days ahead for which a notice can be planned. */
const PLANNED_AHEAD_DAYS = 365;

/** Matches a character that is seen. */
const SEEN = /[^\s\p{Cf}]/u;

/** Returns a title or text that has visible characters, without control characters; refuses any other. */
export function written(text: string, path: "title" | "text"): string {
  const clean = withoutControls(text.toWellFormed().normalize("NFC")).trim();
  if (!SEEN.test(clean)) throw bad(path, path === "title" ? "请填写标题" : "请填写正文");
  return clean;
}

/** Returns the answers to choose from; refuses fewer than two, and equal ones. */
export function wantChoices(given: readonly string[]): string[] {
  const choices = given.map((one) => withoutControls(one.toWellFormed()).trim()).filter(Boolean);
  if (choices.length < 2) throw bad("choices", "请至少写两个回答");
  if (new Set(choices).size < choices.length) throw bad("choices", "有两个回答是一样的");
  return choices;
}

/** Returns when a notice is to be sent: now, or at a time within a year. */
export function wantMoment(given: string | undefined, now: Date): Date {
  if (given === undefined) return now;
  const moment = new Date(given);
  if (moment <= now) throw bad("send_at", "发送的时间已经过去了");
  if (moment.getTime() > now.getTime() + PLANNED_AHEAD_DAYS * DAY_MS) {
    throw bad("send_at", "最多可以提前一年安排");
  }
  return moment;
}

/** Returns the place after which a page of notices begins. */
export function placeIn(text: string): PagePlace {
  const place = readPagePlace(text);
  if (place === undefined) throw bad("after", "翻页的位置已失效，请从第一页看起");
  return place;
}

/** Returns the place after which a page of those who have not confirmed begins. */
export function unitIn(text: string): UnitKey {
  try {
    const read: unknown = JSON.parse(text);
    const isKey = Array.isArray(read) && read.length === 5;
    if (isKey && read.every((one) => typeof one === "string")) return read as unknown as UnitKey;
  } catch {
    // said below
  }
  throw bad("after", "翻页的位置已失效，请从第一页看起");
}

function bad(path: string, message: string): Refusal {
  return new Refusal("badInput", { msg: message, data: { errors: [{ path, message }] } });
}
