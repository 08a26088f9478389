import { useEffect } from "react";
import { type AnswerOf, type Identity, type readInboxItem, REFUSALS } from "#contract";
import { ApiError, failureText } from "../../api/failures.ts";
import { useNow } from "../../api/use-now.ts";
import { navigate } from "../../platform/navigation.ts";
import { Button } from "../../ui/button.tsx";
import { lazy } from "../../ui/lazy.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Confirm } from "./confirm.tsx";
import css from "./inbox.module.css";
import { markRead, useItem } from "./queries.ts";
import { youOf } from "./rules.ts";
import { momentText } from "./words.ts";

const Files = lazy(() => import("./files.tsx"));

type Whole = AnswerOf<typeof readInboxItem>;

/** Shows one message, which is read by that, and takes its confirmation. */
export default function Item({ id, identity }: { id: string; identity: Identity | null }) {
  const { data, error, reload } = useItem(id, identity);
  const unread = data?.is_read === false;
  useEffect(() => {
    if (unread) void markRead([id]);
  }, [id, unread]);
  if (data === undefined) {
    if (error === undefined) return <Skeleton height={320} />;
    return <Failed error={error} identity={identity} onRetry={() => void reload()} />;
  }
  if (data.is_taken_back) {
    return (
      <EmptyState
        title="这条通知已撤回"
        action={<Button onClick={() => navigate("/messages")}>查看全部消息</Button>}
      >
        {data.from_name}撤回了它，不用再处理。
      </EmptyState>
    );
  }
  return <Notice item={data} identity={identity} onChanged={() => void reload()} />;
}

function Failed({
  error,
  identity,
  onRetry,
}: {
  error: unknown;
  identity: Identity | null;
  onRetry: () => void;
}) {
  const isAbsent = error instanceof ApiError && error.code === REFUSALS.notFound.code;
  return (
    <EmptyState
      role="alert"
      icon="warning"
      title="没能打开这条消息"
      action={
        isAbsent ? (
          <Button onClick={() => navigate("/messages")}>查看全部消息</Button>
        ) : (
          <Button onClick={onRetry}>重试</Button>
        )
      }
    >
      {isAbsent
        ? `没有这条消息，或者它不是发给${youOf(identity)}现在这个身份的。`
        : failureText(error)}
    </EmptyState>
  );
}

function Notice({
  item,
  identity,
  onChanged,
}: {
  item: Whole;
  identity: Identity | null;
  onChanged: () => void;
}) {
  const now = useNow();
  const from = item.by_name === null ? item.from_name : `${item.from_name} ${item.by_name}`;
  return (
    <article className={css["notice"]}>
      <h2 className={css["heading"]}>{item.title}</h2>
      <p className={css["from"]}>
        {item.child === null ? null : <span className={css["child"]}>{item.child.name}</span>}
        <span>{from}</span>
        <time dateTime={item.at}>{momentText(item.at, now)}</time>
      </p>
      {item.changed_at === null ? null : (
        <p className={css["changed"]}>
          {momentText(item.changed_at, now)} 修改过，下面是新的内容。
        </p>
      )}
      <RichText className={css["text"]} html={item.html} />
      {item.files.length === 0 ? null : <Files files={item.files} />}
      <Confirm item={item} identity={identity} onChanged={onChanged} />
    </article>
  );
}
