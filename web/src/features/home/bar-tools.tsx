import { useEffect, type ReactNode } from "react";
import { useStore } from "zustand/react";
import { feedbackUnread, watchUnread } from "../../session/feedback-unread.ts";
import { bellOf, inbox, watchInbox } from "../../session/inbox.ts";
import { useSession } from "../../session/session.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { canFillScreen, setFullScreen, startFullScreen, useFullScreen } from "./full-screen.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { BELL, EXIT_FULL_SCREEN, FEEDBACK, FULL_SCREEN } from "../../ui/icon-shapes.ts";
import css from "./bar-tools.module.css";

/** The top bar's less urgent tools: their chunk is fetched after home. */
export default function BarTools() {
  return (
    <>
      <span className={css["wide"]}>
        <FullScreenButton />
      </span>
      <FeedbackLink />
      <InboxLink />
    </>
  );
}

/** The bell: the link to the messages, with the number of those unread (IN-01). */
function InboxLink() {
  const identity = useSession((state) => state.identity);
  const counts = useStore(inbox, (state) => state.counts);
  const { count, label } = bellOf(counts ?? { unread: 0, tasks: 0 });
  // another identity has another inbox
  useEffect(() => watchInbox(), [identity]);
  return (
    <ToolLink href="#/messages" icon={BELL} title="消息" label={label}>
      {count === 0 ? null : (
        <span className={css["count"]} aria-hidden="true">
          {count > 99 ? "99+" : count}
        </span>
      )}
    </ToolLink>
  );
}

/** The link to feedback, with a dot while something is unread (AP-09). */
function FeedbackLink() {
  const identity = useSession((state) => state.identity);
  const count = useStore(feedbackUnread, (state) => state.count) ?? 0;
  // another identity has another inbox
  useEffect(() => watchUnread(), [identity]);
  const what = count === "some" ? "有未读消息" : `${count} 条未读`;
  const label = count === 0 ? "意见反馈" : `意见反馈，${what}`;
  return (
    <ToolLink href="#/feedback" icon={FEEDBACK} title="意见反馈" label={label}>
      {count === 0 ? null : <span className={css["dot"]} data-unread={count} />}
    </ToolLink>
  );
}

/** A link of the bar: a sign that `title` explains, and `label` says with what is unread. */
function ToolLink({
  href,
  icon,
  title,
  label,
  children,
}: {
  href: string;
  icon: IconName;
  title: string;
  label: string;
  children: ReactNode;
}) {
  return (
    <a className={css["link"]} href={href} aria-label={label} title={title}>
      <Icon name={icon} />
      {children}
    </a>
  );
}

/** Full screen on and off (AP-10), where the browser knows it. */
function FullScreenButton() {
  const isFullScreen = useFullScreen();
  useEffect(startFullScreen, []);
  if (!canFillScreen()) return null;
  return (
    <IconButton
      icon={isFullScreen ? EXIT_FULL_SCREEN : FULL_SCREEN}
      label={isFullScreen ? "退出全屏" : "全屏"}
      data-full-screen
      onClick={() => setFullScreen(!isFullScreen)}
    />
  );
}
