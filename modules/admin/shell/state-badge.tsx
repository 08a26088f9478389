import type { ReactNode } from "react";
import css from "./state-badge.module.css";

export type Tone = "plain" | "quiet" | "warning" | "danger" | "good";

/** A word for a state; its colour adds no meaning. */
export function StateBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={css[tone]}>{children}</span>;
}
