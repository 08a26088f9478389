import { useEffect, type ReactNode } from "react";
import { useStore } from "zustand/react";
import { feedbackUnread, unreadWords, watchUnread } from "../../session/feedback-unread.ts";
import { watchInbox } from "../../session/inbox.ts";
import { useSession } from "../../session/session.ts";
import { canFillScreen, setFullScreen, startFullScreen, useFullScreen } from "./full-screen.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { BELL, EXIT_FULL_SCREEN, FEEDBACK, FULL_SCREEN } from "../../ui/icon-shapes.ts";
import css from "./bar-tools.module.css";
import { FeedbackDot, InboxCount, useBell } from "./unread-marks.tsx";

export { default as FootWays } from "./foot-ways.tsx";

/** The top bar's less urgent tools: their chunk is fetched after home. */
export default function BarTools() {
  useEffect(startNotingTyping, []);
  return (
    <>
      <FullScreenButton />
      <FeedbackLink />
      <InboxLink />
    </>
  );
}

const TYPED_INTO = "input:not([type=checkbox]):not([type=radio]), textarea";

/** Marks the page while somebody types, until what this returns is called: a keyboard on the screen takes half of it. */
function startNotingTyping(): () => void {
  const { classList } = document.documentElement;
  const note = (at: unknown) =>
    classList.toggle("typing", at instanceof Element && at.matches(TYPED_INTO));
  // a module's own fields stand in its shadow root
  const look = (event: FocusEvent) =>
    note(event.type === "focusin" ? event.composedPath()[0] : null);
  // who is quick types before this has come
  const { activeElement } = document;
  note(activeElement?.shadowRoot?.activeElement ?? activeElement);
  document.addEventListener("focusin", look);
  document.addEventListener("focusout", look);
  return () => {
    document.removeEventListener("focusin", look);
    document.removeEventListener("focusout", look);
  };
}

/** The bell: the link to the messages, with the number of those unread (IN-01). */
function InboxLink() {
  const identity = useSession((state) => state.identity);
  const { label } = useBell();
  // another identity has another inbox
  useEffect(() => watchInbox(), [identity]);
  return (
    <ToolLink href="#/messages" icon={BELL} word="消息" label={label}>
      <InboxCount />
    </ToolLink>
  );
}

/** The link to feedback, with a dot while something is unread (AP-09). */
function FeedbackLink() {
  const identity = useSession((state) => state.identity);
  const unread = useStore(feedbackUnread, unreadWords);
  // another identity has another inbox
  useEffect(() => watchUnread(), [identity]);
  const label = unread === undefined ? "意见反馈" : `意见反馈，${unread}`;
  return (
    <ToolLink href="#/feedback" icon={FEEDBACK} word="反馈" label={label}>
      <FeedbackDot />
    </ToolLink>
  );
}

/** A link of the bar: a sign with its word; `label` says also what is unread. */
function ToolLink({
  href,
  icon,
  word,
  label,
  children,
}: {
  href: string;
  icon: IconName;
  word: string;
  label: string;
  children: ReactNode;
}) {
  return (
    <a className={css["tool"]} href={href} aria-label={label}>
      <Icon name={icon} />
      <span>{word}</span>
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
    <button
      type="button"
      className={css["tool"]}
      data-full-screen
      onClick={() => setFullScreen(!isFullScreen)}
    >
      <Icon name={isFullScreen ? EXIT_FULL_SCREEN : FULL_SCREEN} />
      <span>{isFullScreen ? "退出全屏" : "全屏"}</span>
    </button>
  );
}
