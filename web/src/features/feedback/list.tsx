import { useState } from "react";
import {
  FEEDBACK_STATUS_NAMES,
  IDENTITY_NAMES,
  recentText,
  type FeedbackSide,
  type FeedbackSummary,
  type Identity,
} from "#contract";
import { failureText } from "../../api/failures.ts";
import { useNow } from "../../api/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import css from "./list.module.css";
import { useFeedbackList } from "./queries.ts";

/** The threads of one side, newest first. */
export function FeedbackList({
  side,
  identity,
}: {
  side: FeedbackSide;
  identity: Identity | null;
}) {
  const [pages, setPages] = useState(1);
  const now = useNow();
  const { data, error, loading, reload } = useFeedbackList(side, identity, pages);
  if (data === undefined) {
    if (error === undefined) return <Skeleton height={240} />;
    return (
      <EmptyState
        role="alert"
        icon="warning"
        title="没有加载出来"
        action={<Button onClick={() => void reload()}>重试</Button>}
      >
        {failureText(error)}
      </EmptyState>
    );
  }
  if (data.total === 0) {
    return side === "staff" ? (
      <EmptyState title="还没有收到反馈" help="">
        有人提出反馈后，会出现在这里。
      </EmptyState>
    ) : (
      <EmptyState title="还没有反馈" help="">
        遇到问题、有疑问或建议，都可以告诉我们。
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={css["list"]}>
        {data.items.map((item) => (
          <Row key={item.id} item={item} now={now} />
        ))}
      </ul>
      {data.items.length < data.total ? (
        <Button wide busy={loading} onClick={() => setPages(pages + 1)}>
          显示更多（还有 {data.total - data.items.length} 条）
        </Button>
      ) : null}
    </>
  );
}

function Row({ item, now }: { item: FeedbackSummary; now: Date }) {
  const who =
    item.side === "staff"
      ? `${item.person_name} · ${IDENTITY_NAMES[item.identity]}`
      : item.assigned_school_name;
  return (
    <li>
      <a className={css["row"]} href={`#/feedback/thread/${item.id}`}>
        <span className={css["top"]}>
          <span className={css["title"]}>{item.title}</span>
          {item.unread > 0 ? <span className={css["unread"]}>{item.unread} 条未读</span> : null}
        </span>
        <span className={css["preview"]}>{item.preview}</span>
        <span className={css["bottom"]}>
          <span
            className={classNames(
              css["status"],
              item.status === "answered" && css["answered"],
              item.status === "open" && item.side === "staff" && css["due"],
            )}
          >
            {FEEDBACK_STATUS_NAMES[item.status]}
          </span>
          <span>{who}</span>
          <time dateTime={item.updated_at}>{recentText(item.updated_at, now)}</time>
        </span>
      </a>
    </li>
  );
}
