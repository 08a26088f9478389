import { HUES } from "../../icons/draw.ts";
import { faceOf } from "../covers.ts";
import type { Item } from "../item.ts";
import { matterOf, type Matter } from "./matter.ts";
import { writePdf } from "./pdf.ts";
import { Sheets, type Format } from "./sheet.ts";

/** The word for the document of a lesson, which holds a film as well. */
export const WORKSHEET = "学习单";

const A4: Omit<Format, "colour"> = { width: 595, height: 842, margin: 62, size: 12 };
const SLIDE: Omit<Format, "colour"> = { width: 720, height: 405, margin: 56, size: 20 };
const NAME_LINE = "姓名：____________    班级：____________";
const NUMERALS = "一二三四五六";

const WRITERS: Readonly<Record<string, (item: Item, matter: Matter) => Sheets>> = {
  lesson: writeWorksheet,
  plan: writePlan,
  exercise: writeExercise,
  courseware: writeSlides,
};

/** Draws the document of an item, as PDF; undefined for an item of a type that has none. */
export function drawDocument(item: Item): Uint8Array | undefined {
  const write = WRITERS[item.type];
  return write && writePdf(titleOf(item), write(item, matterOf(item)).pages());
}

function titleOf({ title, type }: Item): string {
  return type === "lesson" ? `${title}${WORKSHEET}` : title;
}

function onPaper(item: Item, format: Omit<Format, "colour">): Sheets {
  const { about, subject } = item;
  const [, colour] = HUES[faceOf(subject).hue];
  return new Sheets({ ...format, colour }, `${about.grade} · ${about.subject} · ${titleOf(item)}`);
}

const placeOf = ({ about }: Item) => `${about.grade} · ${about.subject}`;
const numbered = (text: string, index: number) => `${index + 1}. ${text}`;

function writeWorksheet(item: Item, { aims, steps, questions, task }: Matter): Sheets {
  const sheets = onPaper(item, A4).title(titleOf(item)).note(placeOf(item)).paragraph(NAME_LINE);
  sheets.heading("学习目标");
  for (const aim of aims) sheets.paragraph(`□ ${aim}`);
  sheets.heading("学习过程");
  steps.forEach((step, index) => sheets.paragraph(numbered(step, index)).blanks(1));
  sheets.heading("我来答");
  questions.slice(0, 2).forEach(([ask], index) => sheets.paragraph(numbered(ask, index)).blanks(2));
  return sheets.heading("回家做一做").paragraph(task);
}

function writePlan(item: Item, { aims, steps, questions, sides, task }: Matter): Sheets {
  const sheets = onPaper(item, A4)
    .title(item.title)
    .note(`${placeOf(item)} · 一课时`);
  sheets.heading("教学目标");
  aims.forEach((aim, index) => sheets.paragraph(numbered(aim, index)));
  sheets.heading("教学重点").paragraph(aims[1]);
  sheets.heading("教学过程");
  steps.forEach((step, index) => {
    sheets.paragraph(`${NUMERALS[index]}、${step}`);
    const [ask, hint] = questions[index] ?? ["", ""];
    sheets.paragraph(`提问：${ask}`).paragraph(`要点：${hint}`).gap(6);
  });
  sheets.heading("板书设计").paragraph(item.about.topic);
  sheets.paragraph(sides.map(([side, line]) => `${side}（${line}）`).join("；"));
  return sheets.heading("作业").paragraph(task);
}

function writeExercise(item: Item, { questions }: Matter): Sheets {
  const sheets = onPaper(item, A4).title(item.title).note(placeOf(item)).paragraph(NAME_LINE);
  questions.forEach(([ask], index) => {
    const level = index === 0 ? "基础" : index === 3 ? "提高" : undefined;
    if (level !== undefined) sheets.heading(level);
    sheets.paragraph(numbered(ask, index)).blanks(3);
  });
  sheets.begin().title("答案与提示").gap(8);
  questions.forEach(([, hint], index) => sheets.paragraph(numbered(hint, index)));
  return sheets;
}

function writeSlides(item: Item, { aims, steps, questions, sides, task }: Matter): Sheets {
  const sheets = onPaper(item, SLIDE).cover(item.about.topic, placeOf(item));
  sheets.begin().heading("学习目标");
  aims.forEach((aim, index) => sheets.paragraph(numbered(aim, index)));
  sheets.begin().heading("学一学");
  for (const step of steps) sheets.paragraph(step);
  sheets.begin().heading("记一记");
  for (const [side, line] of sides) sheets.paragraph(`${side}：${line}`);
  sheets.begin().heading("练一练");
  questions.slice(0, 3).forEach(([ask], index) => sheets.paragraph(numbered(ask, index)));
  return sheets.begin().heading("小结与作业").paragraph(task);
}
