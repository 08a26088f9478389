import type { FeedbackNote, FeedbackStatus } from "#contract";
import type { Tone } from "../shell/state-badge.tsx";

/** The colour of a thread's state; threads that need an answer stand out. */
export const STATUS_TONES: Readonly<Record<FeedbackStatus, Tone>> = {
  open: "warning",
  answered: "good",
  closed: "quiet",
};

/** Returns in words what a member of staff did to a thread. */
export function noteText({ act, name, to_name }: FeedbackNote): string {
  switch (act) {
    case "take":
      return `${name} 受理了这条反馈`;
    case "close":
      return `${name} 结束了这条反馈`;
    case "hand-on":
      return `${name} 转交给 ${to_name}`;
    case "note":
      return `${name} 的备注`;
  }
}
