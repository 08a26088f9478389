import { useStore } from "zustand/react";
import { feedbackUnread } from "../../session/feedback-unread.ts";
import { bellOf, inbox } from "../../session/inbox.ts";
import { classNames } from "../../ui/class-names.ts";
import css from "./bar-tools.module.css";

/** The counts before the first answer. */
const NO_COUNTS = { unread: 0, tasks: 0 };

/** Returns the number at the bell, and the words of the link around it. */
export function useBell() {
  return bellOf(useStore(inbox, (state) => state.counts) ?? NO_COUNTS);
}

/** The number of unread messages and of what waits beside them; its link says it in words. */
export function InboxCount({ className }: { className?: string | undefined }) {
  const { count } = useBell();
  return count === 0 ? null : (
    <span className={classNames(css["count"], className)} aria-hidden="true">
      {count > 99 ? "99+" : count}
    </span>
  );
}

/** The dot that says that feedback is unread. */
export function FeedbackDot({ className }: { className?: string | undefined }) {
  const count = useStore(feedbackUnread, (state) => state.count) ?? 0;
  return count === 0 ? null : (
    <span className={classNames(css["dot"], className)} data-unread={count} />
  );
}
