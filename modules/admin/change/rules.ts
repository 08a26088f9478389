import {
  CHANGE_STATE_NAMES,
  REFUSALS,
  type ChangeRow,
  type ChangeSet,
  type ChangeSource,
} from "#contract";
import type { Tone } from "../shell/state-badge.tsx";
import { dayText, numberText } from "../shell/words.ts";

/** Returns whether the server is working on a change, so that the page must ask for its progress. */
export function isUnderWay({ state }: Pick<ChangeSet, "state">): boolean {
  return state === "applying" || state === "undoing";
}

/** Returns after how many ms a change is read again, since it goes on without the page; undefined where it rests. */
export function askAgainMs({ state }: Pick<ChangeSet, "state">): number | undefined {
  if (isUnderWay({ state })) return 1000;
  return state === "waiting" || state === "scheduled" ? 10_000 : undefined;
}

/** Returns a sentence that says what a change will do, or has done. */
export function sentenceOf({
  state,
  act,
  sentence,
}: Pick<ChangeSet, "state" | "act" | "sentence">) {
  if (state === "applied") return `已${act}`;
  if (state === "undone") return `已撤销“${act}”`;
  return sentence;
}

const TONES: Readonly<Partial<Record<ChangeSet["state"], Tone>>> = {
  held: "warning",
  waiting: "warning",
  applied: "good",
  undone: "quiet",
  discarded: "quiet",
  outdated: "quiet",
};

export function stateMark({ state, refused }: Pick<ChangeSet, "state" | "refused">): {
  text: string;
  tone: Tone;
} {
  if (refused !== null) return { text: "没有批准", tone: "warning" };
  return { text: CHANGE_STATE_NAMES[state], tone: TONES[state] ?? "plain" };
}

/** Returns a sentence that says until when an applied change can be undone; empty where it cannot. */
export function undoText({
  state,
  undo_until,
  may,
}: Pick<ChangeSet, "state" | "undo_until" | "may">): string {
  if (undo_until === null || state === "undone") return "";
  return may.undo ? `${dayText(undo_until)}之前可以撤销` : `撤销期到${dayText(undo_until)}`;
}

/** Returns the number of rows changed, and of those left because somebody else had changed them. */
export function countsText({ counts }: Pick<ChangeSet, "counts">): string {
  const parts = [
    counts.people > 0 ? `${numberText(counts.people)} 人` : "",
    counts.people === counts.rows ? "" : `${numberText(counts.rows)} 项`,
    counts.undone > 0 ? `已撤销 ${numberText(counts.undone)} 项` : "",
    counts.outdated > 0 ? `${numberText(counts.outdated)} 项被别人改过，没有动` : "",
  ];
  return parts.filter(Boolean).join("，");
}

/** Returns the source of a change's rows: a file by its name, or what was pasted (CS-06). */
export function sourceText({ kind, name, lines }: ChangeSource): string {
  const what = kind === "paste" ? "粘贴的内容" : name === undefined ? "文件" : `文件“${name}”`;
  return `${what}，${numberText(lines)} 行`;
}

/** Returns the words of the button that approves a change: one with an hour of its own waits for it. */
export function approveText(
  { act, apply_at }: Pick<ChangeSet, "act" | "apply_at">,
  now: number,
): string {
  const waits = apply_at !== null && Date.parse(apply_at) > now;
  return waits ? `批准，到时${act}` : `批准并${act}`;
}

const ACT_WORDS: Readonly<Record<ChangeRow["act"], string>> = {
  add: "新增",
  change: "修改",
  remove: "移除",
};

export function actWord({ act }: Pick<ChangeRow, "act">): string {
  return ACT_WORDS[act];
}

/** Returns the applied rows that are taken back with one: all of its person, since half a move is none. */
export function withWholePerson(rows: readonly ChangeRow[], chosen: ChangeRow): ChangeRow[] {
  const { person_id, seq } = chosen;
  return rows.filter(
    (row) =>
      row.seq === seq ||
      (person_id !== null && row.person_id === person_id && row.state === "applied"),
  );
}

const NAMED = 5;

/** Returns a sentence that names what an undo has left, since somebody changed it meanwhile. */
export function keptText(rows: readonly Pick<ChangeRow, "label">[]): string {
  const names = [...new Set(rows.map(({ label }) => label))];
  const more = names.length > NAMED ? `等 ${numberText(names.length)} 个` : "";
  return `没有撤销：${names.slice(0, NAMED).join("、")}${more}后来被改过，保持现在的样子。要一起撤销，请在“撤销…”里选“后来被别人改过的也一起撤销”。`;
}

const ROW_MARKS: Readonly<Record<ChangeRow["state"], { text: string; tone: Tone } | null>> = {
  planned: null,
  applied: null,
  undone: { text: "已撤销", tone: "quiet" },
  outdated: { text: "被别人改过", tone: "warning" },
};

export function rowMark({ state }: Pick<ChangeRow, "state">): { text: string; tone: Tone } | null {
  return ROW_MARKS[state];
}

/** Returns the new plan that a refusal names, where rows have changed since the one that was looked at. */
export function newPlanIn(error: unknown): { id: string; rows: string[] } | null {
  const { code, data } = (error ?? {}) as { code?: unknown; data?: unknown };
  if (code !== REFUSALS.conflict.code || typeof data !== "object" || data === null) return null;
  const { change_id, rows } = data as { change_id?: unknown; rows?: unknown };
  if (typeof change_id !== "string") return null;
  const names = Array.isArray(rows) ? rows.map(nameOf).filter((name) => name !== "") : [];
  return { id: change_id, rows: names };
}

function nameOf(row: unknown): string {
  if (typeof row === "string") return row;
  const { label } = (row ?? {}) as { label?: unknown };
  return typeof label === "string" ? label : "";
}
