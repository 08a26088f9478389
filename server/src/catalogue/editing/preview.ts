import { type AppRule, IDENTITIES, type Identity } from "#contract";
import type { ViewerGroup } from "../viewer-groups.ts";
import { type Audience, decide } from "../rules.ts";

export interface SeenBy {
  identity: Identity;
  people: number;
  seen: number;
  hidden: { rule: AppRule; people: number }[];
}

/**
 * Counts, by identity, how many of these people see an app, and the limits that first exclude the others. A person with
 * the identity at several schools sees the app when one of them allows it.
 */
export function seenBy(app: Audience, groups: readonly ViewerGroup[], now: number): SeenBy[] {
  return IDENTITIES.flatMap((identity) => {
    const of = groups.filter((group) => group.identity === identity);
    if (of.length === 0) return [];
    const kept = new Map<AppRule, number>();
    let all = 0;
    let seen = 0;
    for (const { viewers, people } of of) {
      all += people;
      const decisions = viewers.map((viewer) => decide(app, viewer, now));
      const [first] = decisions;
      if (first === undefined || decisions.some(({ sees }) => sees)) seen += people;
      else if (!first.sees) kept.set(first.hidden_by, (kept.get(first.hidden_by) ?? 0) + people);
    }
    const hidden = [...kept].map(([rule, people]) => ({ rule, people }));
    return [{ identity, people: all, seen, hidden }];
  });
}
