import { useLayoutEffect, useState } from "react";
import { useSession } from "../../session/session.ts";
import { Icon } from "../../ui/icon.tsx";
import { lazy } from "../../ui/lazy.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tabs, tabIds } from "../../ui/tabs.tsx";
import { FeedbackList } from "./list.tsx";
import css from "./page.module.css";
import { readAnew } from "./queries.ts";
import { answersFeedback } from "./rules.ts";

const NewForm = lazy(() => import("./new-form.tsx"), <Skeleton height={160} />);
const Thread = lazy(() => import("./thread.tsx"), <Skeleton height={160} />);

const PREFIX = "feedback";
const SIDES = [
  { id: "staff", label: "收到的反馈" },
  { id: "person", label: "我提出的" },
] as const;

/** Feedback (AP-09): `/feedback`, `/feedback/new`, `/feedback/thread/{id}`; with an inbox for those who answer. */
export default function FeedbackPage({ view, id }: { view?: string; id?: string }) {
  const identity = useSession((state) => state.identity);
  const userId = useSession((state) => state.authData?.user_id ?? "");
  const inThread = view === "thread" && id !== undefined;
  useLayoutEffect(readAnew, []);
  return (
    <div className={css["page"]}>
      <PageHead
        title="意见反馈"
        {...(view === undefined ? {} : { back: { href: "#/feedback", label: "全部反馈" } })}
      />
      <main className={css["main"]}>
        {inThread ? (
          <Thread key={id} id={id} identity={identity} />
        ) : view === "new" ? (
          <NewForm userId={userId} />
        ) : answersFeedback(identity) ? (
          <BothSides key={identity} />
        ) : (
          <>
            <div className={css["head"]}>
              <h2 className={css["subtitle"]}>我的反馈</h2>
              <NewLink />
            </div>
            <FeedbackList key={identity} side="person" identity={identity} />
          </>
        )}
      </main>
    </div>
  );
}

function BothSides() {
  const identity = useSession((state) => state.identity);
  const [side, setSide] = useState<"staff" | "person">("staff");
  const ids = tabIds(PREFIX, side);
  return (
    <>
      <div className={css["head"]}>
        <Tabs
          label="反馈"
          prefix={PREFIX}
          tabs={SIDES}
          current={side}
          onChoose={(chosen) => setSide(chosen === "person" ? "person" : "staff")}
        />
        <NewLink />
      </div>
      <div id={ids.panel} role="tabpanel" aria-labelledby={ids.tab}>
        <FeedbackList key={side} side={side} identity={identity} />
      </div>
    </>
  );
}

function NewLink() {
  return (
    <a className={css["new"]} href="#/feedback/new">
      <Icon name="plus" size={18} />
      <span>新反馈</span>
    </a>
  );
}
