import { useEffect } from "react";
import {
  FEEDBACK_KIND_NAMES,
  FEEDBACK_STATUS_NAMES,
  IDENTITY_NAMES,
  REFUSALS,
  type FeedbackThread,
  type Identity,
} from "#contract";
import { ApiError, failureText } from "../../api/failures.ts";
import { useNow } from "../../api/use-now.ts";
import { navigate } from "../../platform/navigation.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.ts";
import { useAct } from "../../ui/use-act.ts";
import { Message } from "./message.tsx";
import { close, markRead, useFeedback } from "./queries.ts";
import { ReplyForm } from "./reply-form.tsx";
import { lastOfOthers } from "./rules.ts";
import css from "./thread.module.css";

/** Shows one conversation, with a form for the next message. */
export default function Thread({ id, identity }: { id: string; identity: Identity | null }) {
  const now = useNow();
  const { data, error, reload } = useFeedback(id, identity);
  const seen = data === undefined ? 0 : lastOfOthers(data);
  const unread = data?.unread ?? 0;
  useEffect(() => {
    if (unread > 0) void markRead(id, seen);
  }, [id, seen, unread]);

  if (data === undefined) {
    if (error === undefined) return <Skeleton height={320} />;
    return <Failed error={error} onRetry={() => void reload()} />;
  }
  return (
    <article>
      <Head thread={data} onChanged={reload} />
      <ol className={css["messages"]} aria-label="消息">
        {data.messages.map((message) => (
          <Message key={message.seq} message={message} now={now} />
        ))}
      </ol>
      <ReplyForm key={id} id={id} closed={data.status === "closed"} onSent={reload} />
    </article>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isAbsent = error instanceof ApiError && error.code === REFUSALS.notFound.code;
  return (
    <EmptyState
      role="alert"
      icon="warning"
      title="没能打开这条反馈"
      action={
        isAbsent ? (
          <Button onClick={() => navigate("/feedback")}>查看全部反馈</Button>
        ) : (
          <Button onClick={onRetry}>重试</Button>
        )
      }
    >
      {isAbsent ? "没有这条反馈，或者它不是当前账号提出的。" : failureText(error)}
    </EmptyState>
  );
}

function Head({ thread, onChanged }: { thread: FeedbackThread; onChanged: () => Promise<void> }) {
  const { busy, act } = useAct((error) => toast.show(failureText(error), "error"));
  const who =
    thread.side === "staff"
      ? `${thread.person_name}（${IDENTITY_NAMES[thread.identity]}，${thread.school_name}）`
      : `由${thread.assigned_school_name}回复`;

  async function onClose() {
    await close(thread.id);
    await onChanged();
    toast.show("已标记为解决", "success");
  }

  return (
    <header className={css["head"]}>
      <div className={css["words"]}>
        <h2 className={css["title"]}>{thread.title}</h2>
        <p className={css["soft"]}>
          {[FEEDBACK_KIND_NAMES[thread.kind], who, FEEDBACK_STATUS_NAMES[thread.status]].join(
            " · ",
          )}
        </p>
      </div>
      {thread.status === "closed" ? null : (
        <Button busy={busy} onClick={() => void act(onClose)}>
          问题已解决
        </Button>
      )}
    </header>
  );
}
