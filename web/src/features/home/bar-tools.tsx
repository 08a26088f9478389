import { useEffect } from "react";
import { useStore } from "zustand/react";
import { feedbackUnread, watchUnread } from "../../session/feedback-unread.ts";
import { useSession } from "../../session/session.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { canFillScreen, setFullScreen, startFullScreen, useFullScreen } from "./full-screen.ts";
import css from "./bar-tools.module.css";

/** The top bar's less urgent tools: their chunk is fetched after home. */
export default function BarTools() {
  return (
    <>
      <span className={css["wide"]}>
        <FullScreenButton />
      </span>
      <FeedbackLink />
    </>
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
    <a className={css["link"]} href="#/feedback" aria-label={label} title="意见反馈">
      <svg
        width={20}
        height={20}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M4 5h16v11H11l-5 4v-4H4V5Zm4.5 4h7m-7 3.5h4.5" />
      </svg>
      {count === 0 ? null : <span className={css["dot"]} data-unread={count} />}
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
      icon={isFullScreen ? "exit-full-screen" : "full-screen"}
      label={isFullScreen ? "退出全屏" : "全屏"}
      data-full-screen
      onClick={() => setFullScreen(!isFullScreen)}
    />
  );
}
