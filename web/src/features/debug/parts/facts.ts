/** One thing that a debug page found out. */
export interface Fact {
  name: string;
  value: string;
  /** `bad` needs someone's attention, `note` is worth knowing. */
  state?: "good" | "bad" | "note";
}

export interface FactGroup {
  title: string;
  facts: readonly Fact[];
}

const MARKS = { good: "✓ ", bad: "✗ ", note: "! " } as const;

/** The report that a person copies: plain text, one line a fact. */
export function reportText(title: string, at: Date, groups: readonly FactGroup[]): string {
  const parts = groups.map(({ title: heading, facts }) => {
    const lines = facts.map(({ name, value, state }) => {
      return `${state === undefined ? "" : MARKS[state]}${name}：${value.replace(/\s*\n\s*/g, " ")}`;
    });
    return [`【${heading}】`, ...(lines.length === 0 ? ["（无）"] : lines)].join("\n");
  });
  return [`学门 ${title}`, `时间：${at.toISOString()}`, "", parts.join("\n\n")].join("\n");
}
