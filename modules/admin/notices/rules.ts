import {
  fileFault,
  fileTypeOf,
  NOTICE_BYTES_MAX,
  NOTICE_FILES_MAX,
  type NoticeAudience,
  type SentNotice,
  type UnconfirmedUnit,
} from "#contract";
import { fieldFault } from "../fields/field-moment.ts";
import type { Tone } from "../shell/state-badge.tsx";
import { numberText } from "../shell/words.ts";

/** A notice that is being written. */
export interface Draft {
  school_id: string;
  title: string;
  text: string;
  audience: NoticeAudience;
  confirm: SentNotice["confirm"];
  /** One answer a line. */
  choices: string;
  guardians: SentNotice["guardians"];
  isLater: boolean;
  /** As a field of date and time has it, in the zone of this machine. */
  at: string;
}

/** Returns the draft with which the form begins: to all parents of a place. */
export function emptyDraft(school_id: string): Draft {
  return {
    ...{ school_id, title: "", text: "" },
    audience: { identities: ["parent"], grade_ids: [], class_ids: [] },
    ...{ confirm: "received", choices: "参加\n不参加", guardians: "any" },
    ...{ isLater: false, at: "" },
  };
}

/** Returns whether a draft holds words that would be missed. */
export function isBegun({ title, text }: Pick<Draft, "title" | "text">): boolean {
  return title.trim() !== "" || text.trim() !== "";
}

export const CONFIRM_NAMES: Readonly<Record<SentNotice["confirm"], string>> = {
  none: "不需要",
  read: "看过就算",
  received: "点“收到”",
  choice: "选一个回答",
};

export const GUARDIANS_NAMES: Readonly<Record<SentNotice["guardians"], string>> = {
  any: "一位家长确认就算",
  every: "每位家长都要确认",
};

/** Returns the answers of a draft, each once. */
export function choicesOf({ confirm, choices }: Pick<Draft, "confirm" | "choices">): string[] {
  if (confirm !== "choice") return [];
  const lines = choices.split("\n").map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ""))];
}

/** A thing that a draft lacks, said at its field where it has one for typing. */
export interface Lack {
  field: "title" | "text" | "choices" | "at" | null;
  text: string;
}

/** Returns the first thing that a draft lacks; undefined: nothing. */
export function lackOf(draft: Draft): Lack | undefined {
  const { school_id, title, text, audience, isLater, at } = draft;
  if (school_id === "") return { field: null, text: "请选择以哪所学校或区域的名义发送" };
  if (title.trim() === "") return { field: "title", text: "请填写标题" };
  if (text.trim() === "") return { field: "text", text: "请填写正文" };
  if (!hasAudience(audience)) return { field: null, text: "请选择写给谁" };
  const choices = choicesLack(draft);
  if (choices !== undefined) return { field: "choices", text: choices };
  if (isLater && at === "") return { field: "at", text: "请选择发送的时间" };
  const fault = isLater ? fieldFault(at) : undefined;
  if (fault !== undefined) return { field: "at", text: fault };
  return undefined;
}

function choicesLack(draft: Draft): string | undefined {
  const choices = choicesOf(draft);
  if (draft.confirm === "choice" && choices.length < 2) return "请至少写两个回答，每行一个";
  if (choices.length > 6) return "回答最多 6 个";
  if (choices.some((one) => one.length > 20)) return "每个回答最多 20 个字";
  return undefined;
}

/** Says why these files cannot all be added to those that a notice has; undefined when they can. */
export function filesFault(
  files: readonly { name: string; type: string; size: number }[],
  attached: readonly { size: number }[],
): string | undefined {
  if (attached.length + files.length > NOTICE_FILES_MAX) {
    return `图片和文件最多 ${NOTICE_FILES_MAX} 个`;
  }
  for (const file of files) {
    const fault = fileFault("notice", { type: fileTypeOf(file), size: file.size });
    if (fault !== undefined) return `${file.name}：${fault}`;
  }
  const bytes = [...attached, ...files].reduce((sum, { size }) => sum + size, 0);
  return bytes > NOTICE_BYTES_MAX ? "图片和文件合计不能超过 50 MB" : undefined;
}

/** Says why the files of a notice are not ready to be sent; undefined when they are. */
export function filesLack({
  underWay,
  failed,
}: {
  underWay: boolean;
  failed: boolean;
}): string | undefined {
  if (underWay) return "图片和文件还没有传完，请稍等";
  return failed ? "有文件没有传上，请重试，或移除后重新添加" : undefined;
}

export function hasAudience({ identities, group_id }: NoticeAudience): boolean {
  return group_id !== undefined || identities.length > 0;
}

/** Returns the state of a notice in words, and how it is marked. */
export function stateOf({ state, changed_at }: Pick<SentNotice, "state" | "changed_at">): {
  text: string;
  tone: Tone;
} {
  if (state === "planned") return { text: "等待发送", tone: "warning" };
  if (state === "sending") return { text: "正在发送", tone: "warning" };
  if (state === "taken-back") return { text: "已撤回", tone: "quiet" };
  return changed_at === null
    ? { text: "已发送", tone: "good" }
    : { text: "已发送，已修改", tone: "good" };
}

/** Says how many have confirmed, or read: 「120 / 180 份已确认」. */
export function progressText(notice: SentNotice): string {
  const { state, confirm, confirmed, expected, read, people } = notice;
  if (state === "planned" || state === "sending") return "—";
  if (confirm === "received" || confirm === "choice") {
    return `${numberText(confirmed)} / ${numberText(expected)} 份已确认`;
  }
  return `${numberText(read)} / ${numberText(people)} 人看过`;
}

/** Names those whose confirmation a unit waits for. */
export function guardiansText({ identity, guardians }: UnconfirmedUnit): string {
  if (identity === "student") return "学生本人";
  if (identity !== "parent") return "本人";
  if (guardians.length === 0) return "没有能收到通知的家长";
  const open = guardians.filter(({ is_done }) => !is_done);
  return open
    .map(({ name, relation }) => (relation === "" ? name : `${relation} ${name}`))
    .join("、");
}
