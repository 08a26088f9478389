import { monthDayText, type HomeNotices } from "#contract";

export type WaitingChild = HomeNotices["children"][number];

/** Returns true on home, once per sign-in. */
export function mayShowNotices(at: {
  path: string;
  token: string | null;
  shownFor: string | null;
}): boolean {
  return at.token !== null && at.token !== at.shownFor && at.path.startsWith("/home");
}

/** Returns whether there is at least one notice to show. */
export function hasNotices({ children, waiting }: HomeNotices): boolean {
  const { erasures_of_children, school_requests, notices } = waiting;
  return children.length + erasures_of_children.length + school_requests + notices.length > 0;
}

/** Returns the waiting children except the one that was decided. */
export function without(children: readonly WaitingChild[], id: string): WaitingChild[] {
  return children.filter((child) => child.id !== id);
}

type ChildErasure = HomeNotices["waiting"]["erasures_of_children"][number];

/** Returns a sentence that names the account, the day of its erasure and who asked for it. */
export function erasureText({ name, due_at, is_own }: ChildErasure): string {
  return `${is_own ? "您" : "另一位家长"}申请了删除${name}的账号和数据，${monthDayText(due_at)}之后执行，在那之前可以撤回。`;
}
