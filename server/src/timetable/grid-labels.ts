import { MAX_PERIODS, periodIn, timeIn } from "./lesson-values.ts";

/** Reading of what stands beside or above the lessons of a grid: 「上午第一节」, 「1」, 「第2节\n08:50-09:30」. Pure. */

export interface Times {
  starts: string;
  ends: string;
}

export interface GridLabel {
  /** 0: a row like 早读 or 午休 that has no number. */
  period: number;
  /** Words of a row without a number. */
  word: string;
  times: Times | undefined;
}

const TIME =
  /\d{1,2}\s*[:：]\s*\d{2}|\d{1,2}[.．]\d{2}(?=\s*[-—–~～至到])|(?<=[-—–~～至到]\s*)\d{1,2}[.．]\d{2}/g;
const PART = /上午|下午|中午|晚上|晚间|早上|早晨|傍晚/g;
const LATE = /下午|晚上|晚间|傍晚/;
/** An hour after noon that is written with twelve hours. */
const LATEST_OF_TWELVE = 9;
const SEVERAL =
  /^第?(\d{1,2}|[一二三四五六七八九十])[-—–~～、,，至到]第?(?:\d{1,2}|[一二三四五六七八九十])节?课?$/;

/** Reads labels in their order; periods that begin again after noon go on counting. */
export class LabelReader {
  #last = 0;
  #offset = 0;

  read(texts: readonly string[]): GridLabel {
    const labels = [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== "");
    const isLate = labels.some((text) => LATE.test(text));
    const times = timesOf(labels, isLate);
    const words = labels.map(wordOf).filter((word) => word !== "");
    const said = words.map(numberIn).find((number) => number !== undefined);
    if (said === undefined) return { period: 0, word: words.join(" "), times };
    if (said === 1 && this.#last > 1) this.#offset = this.#last;
    const period = said + this.#offset;
    this.#last = period;
    return { period: period <= MAX_PERIODS ? period : 0, word: words.join(" "), times };
  }
}

/** Returns whether a text is a period's number: 1, 第一节, 上午第1节. */
export function isPeriod(text: string): boolean {
  return numberIn(wordOf(text)) !== undefined;
}

function numberIn(word: string): number | undefined {
  return periodIn(SEVERAL.exec(word)?.[1] ?? word);
}

function wordOf(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(TIME, "")
    .replaceAll(PART, "")
    .replaceAll(/^0?\.\d+$/g, "")
    .replaceAll(/[\s()[\]]/g, "")
    .replaceAll(/^[-—–~～至到:]+|[-—–~～至到:]+$/g, "");
}

function timesOf(labels: readonly string[], isLate: boolean): Times | undefined {
  const times = labels.flatMap((text) => {
    // as a spreadsheet keeps a time
    if (/^0?\.\d+$/.test(text)) return [timeIn(text)];
    return (text.match(TIME) ?? []).map((time) => timeIn(time.replace(/[.．]/, ":")));
  });
  const [starts, ends] = times.map((time) => time && (isLate ? afterNoon(time) : time));
  return starts && ends && starts < ends ? { starts, ends } : undefined;
}

function afterNoon(time: string): string {
  const hour = Number(time.slice(0, 2));
  return hour <= LATEST_OF_TWELVE ? `${hour + 12}${time.slice(2)}` : time;
}
