import { FeedbackLink } from "./feedback-link.tsx";
import { FullScreenButton } from "./full-screen-button.tsx";
import css from "./bar-tools.module.css";

/** What of the top bar nobody needs to see home: fetched after it. */
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
