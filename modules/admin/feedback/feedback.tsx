import { useModule } from "../../kit/react-module.tsx";
import { FeedbackList } from "./feedback-list.tsx";
import { ThreadPage } from "./thread-page.tsx";

/** The screen 反馈: `/module/admin/feedback`, and `/module/admin/feedback/{id}` for one of them (AD-20). */
export default function Feedback() {
  const { place } = useModule();
  const id = place.path[1];
  return id === undefined ? <FeedbackList /> : <ThreadPage key={id} id={id} />;
}
