import {
  FEEDBACK_LIMITS,
  fileFault,
  type FeedbackKind,
  type FeedbackThread,
  type Identity,
} from "#contract";

/** A draft, as it is kept until it was sent. */
export interface Draft {
  kind: FeedbackKind;
  title: string;
  content: string;
}

export const EMPTY_DRAFT: Draft = { kind: "problem", title: "", content: "" };

/** Returns the draft that the browser kept; an empty one for anything else. */
export function draftFrom(kept: unknown): Draft {
  const { kind, title, content } = { ...EMPTY_DRAFT, ...(isRecord(kept) ? kept : {}) };
  const known = ["problem", "question", "suggestion"].includes(kind);
  return {
    kind: known ? kind : EMPTY_DRAFT.kind,
    title: typeof title === "string" ? title : "",
    content: typeof content === "string" ? content : "",
  };
}

/** Returns the files that the browser kept beside a draft; one without a key was cut off, and is not stored. */
export function filesFrom(kept: unknown) {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((one: unknown) => {
    const { name, size, key } = (one ?? {}) as { name?: unknown; size?: unknown; key?: unknown };
    if (typeof name !== "string" || typeof size !== "number") return [];
    return [{ name, size, ...(typeof key === "string" && { stored: { key, name, size } }) }];
  });
}

function isRecord(value: unknown): value is Partial<Draft> {
  return typeof value === "object" && value !== null;
}

/** Returns the faults of a draft by field. */
export function draftFaults({ title, content }: Draft): { title?: string; content?: string } {
  return {
    ...(title.trim() === "" && { title: "请写一个标题" }),
    ...(content.trim() === "" && { content: "请写下内容" }),
  };
}

/** Returns a sentence that says why these files cannot all be attached; undefined when they can. */
export function filesFault(
  files: readonly { name: string; type: string; size: number }[],
  attached: number,
): string | undefined {
  if (attached + files.length > FEEDBACK_LIMITS.attachments) {
    return `最多添加 ${FEEDBACK_LIMITS.attachments} 个附件`;
  }
  for (const file of files) {
    const fault = fileFault("feedback", file);
    if (fault !== undefined) return `${file.name}：${fault}`;
  }
  return undefined;
}

/** Returns whether an identity answers feedback and so has an inbox. */
export function answersFeedback(identity: Identity | null): boolean {
  return identity === "manager" || identity === "admin" || identity === "inner_admin";
}

/** Returns the id of the last message by the other side; 0 when there is none. */
export function lastOfOthers({
  messages,
  side,
}: Pick<FeedbackThread, "messages" | "side">): number {
  return Math.max(0, ...messages.filter((one) => one.side !== side).map(({ seq }) => seq));
}
