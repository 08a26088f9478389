import { IDENTITY_NAMES } from "#contract";
import type { YearPlanned } from "./plan.ts";

/** The arithmetic of a turn, in place of the shares of members that other changes are held to (CS-03). Pure. */

/** The share of pupils who may stay without a class, or repeat, before it is said. */
const UNUSUAL = 0.1;
const UNUSUAL_FROM = 5;

/** Counts the pupils of each outcome. */
export function countsOf({ pupils }: Pick<YearPlanned, "pupils">) {
  const counts = { up: 0, repeat: 0, graduate: 0, stay: 0, new: 0 };
  for (const { outcome } of pupils) counts[outcome] += 1;
  return counts;
}

/**
 * Returns the guards of a turn: one that always wants another person's approval, and one for each number that differs from
 * what a turn brings by itself.
 */
export function guardsOf({ pupils, classes }: YearPlanned): { rule: "year"; sentence: string }[] {
  const counts = countsOf({ pupils });
  const oldest = new Set(
    classes.filter(({ act }) => act === "graduate").map(({ class_id }) => class_id),
  );
  const eldest = pupils.filter(({ pupil }) =>
    pupil.classes.some(({ class_id }) => oldest.has(class_id)),
  );
  const expected = eldest.length;
  const who = IDENTITY_NAMES.student;
  const sentences = [
    `全校 ${pupils.length} 位${who}：升级 ${counts.up} 位，毕业 ${counts.graduate} 位，留级 ${counts.repeat} 位，新编入 ${counts.new} 位，不变 ${counts.stay} 位`,
  ];
  if (counts.graduate !== expected) {
    sentences.push(`毕业班现有 ${expected} 位${who}，按这个计划毕业 ${counts.graduate} 位`);
  }
  const isUnusual = (count: number) => count >= UNUSUAL_FROM && count > pupils.length * UNUSUAL;
  if (isUnusual(counts.repeat)) sentences.push(`留级 ${counts.repeat} 位，超过一成`);
  const without = pupils.filter(({ to, outcome }) => outcome === "stay" && to.length === 0).length;
  if (isUnusual(without)) sentences.push(`有 ${without} 位${who}之后不在任何班级，超过一成`);
  return sentences.map((sentence) => ({ rule: "year", sentence }));
}
