import type { ReactNode } from "react";
import css from "./mark.module.css";

export type Tone = "plain" | "quiet" | "warning" | "danger" | "good";

/** A word for a state; the colour only goes along with it. */
export function Mark({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={css[tone]}>{children}</span>;
}
