import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useStore } from "zustand/react";
import { type Identity, IDENTITY_NAMES, type InboxItem } from "#contract";
import { currentEpoch } from "../../api/answers-epoch.ts";
import { failureText } from "../../api/failures.ts";
import { useNow } from "../../api/use-now.ts";
import { inbox } from "../../session/inbox.ts";
import { Button } from "../../ui/button.tsx";
import { Choice } from "../../ui/choice.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Confirm } from "./confirm.tsx";
import css from "./inbox.module.css";
import { type Filter, markRead, useChildren, useInbox } from "./queries.ts";
import { doneText, taskOf, youOf } from "./rules.ts";
import { Tasks } from "./tasks.tsx";
import { momentText } from "./words.ts";

/** The part of the list that is shown: how many, and of which kind. */
interface ListView {
  filter: Filter;
  pages: number;
}
const FIRST_VIEW: ListView = { filter: { waiting: false, child: "" }, pages: 1 };

/** The list as it was left for one of its messages, and how far down: who comes back finds it so, and nobody else. */
let left: { of: string; view: ListView; scroll: number } | undefined;

/** The messages of the current identity, the newest first. */
export function InboxList({ identity }: { identity: Identity | null }) {
  const of = `${currentEpoch()} ${identity}`;
  const [kept] = useState(left?.of === of ? left : undefined);
  const [view, onView] = useState(kept?.view ?? FIRST_VIEW);
  const { filter, pages } = view;
  useEffect(() => {
    left = undefined;
    if (kept === undefined) return undefined;
    // after the new address, which has taken the page to its top
    const frame = requestAnimationFrame(() => window.scrollTo(0, kept.scroll));
    return () => cancelAnimationFrame(frame);
  }, [kept]);
  const counts = useStore(inbox, (state) => state.counts);
  const change = (to: Partial<Filter>) => onView({ filter: { ...filter, ...to }, pages: 1 });
  const waiting = counts?.waiting ?? 0;
  return (
    <>
      <Others identity={identity} others={counts?.others ?? []} />
      <Tasks identity={identity} />
      <div className={css["head"]}>
        <Choice
          name="哪些消息"
          options={[
            ["", "全部"],
            ["waiting", waiting === 0 ? "待确认" : `待确认 ${waiting}`],
          ]}
          value={filter.waiting ? "waiting" : ""}
          onChoose={(chosen) => change({ waiting: chosen === "waiting" })}
        />
        <ChildChoice
          identity={identity}
          value={filter.child}
          onChoose={(child) => change({ child })}
        />
        {(counts?.unread ?? 0) > 0 ? (
          <Button look="quiet" onClick={() => void markRead()}>
            全部标为已读
          </Button>
        ) : null}
      </div>
      <Items
        key={`${filter.waiting} ${filter.child}`}
        identity={identity}
        filter={filter}
        pages={pages}
        onMore={() => onView({ filter, pages: pages + 1 })}
        onLeave={() => (left = { of, view, scroll: window.scrollY })}
      />
    </>
  );
}

/** Says that another identity of the person has unread messages. */
function Others({
  identity,
  others,
}: {
  identity: Identity | null;
  others: readonly { identity: Identity; unread: number }[];
}) {
  if (others.length === 0) return null;
  const said = others.map(({ identity: one, unread }) => `${IDENTITY_NAMES[one]} ${unread} 条`);
  return (
    <p className={css["others"]} role="status">
      {youOf(identity)}的其他身份还有未读消息：{said.join("，")}。在首页切换身份后查看。
    </p>
  );
}

/** Chooses a child, where a parent has several. */
function ChildChoice({
  identity,
  value,
  onChoose,
}: {
  identity: Identity | null;
  value: string;
  onChoose: (child: string) => void;
}) {
  const { data = [] } = useChildren(identity);
  if (data.length < 2) return null;
  return (
    <Choice
      name="哪个孩子"
      options={[["", "所有孩子"], ...data.map(({ id, name }) => [id, name] as const)]}
      value={value}
      onChoose={onChoose}
    />
  );
}

function Items({
  identity,
  filter,
  pages,
  onMore,
  onLeave,
}: {
  identity: Identity | null;
  filter: Filter;
  pages: number;
  onMore: () => void;
  onLeave: () => void;
}) {
  const { data: all, error, loading, reload } = useInbox(identity, filter, pages);
  // while more is read, what is there stays, and the focus with it
  const [before, setBefore] = useState(all);
  if (all !== undefined && all !== before) setBefore(all);
  const data = all ?? (error === undefined ? before : undefined);
  const now = useNow();
  if (data === undefined) {
    if (error === undefined) return <Skeleton height={320} />;
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
  if (data.items.length === 0) {
    const { waiting } = filter;
    return (
      <EmptyState
        icon={waiting ? "check" : "box"}
        title={waiting ? "没有待确认的消息" : "还没有消息"}
        help="messages"
      >
        {waiting
          ? `需要${youOf(identity)}确认或回答的通知会列在这里。`
          : "学校发来的通知会出现在这里。"}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={css["list"]}>
        {data.items.map((item) => (
          <Row key={item.id} item={item} identity={identity} now={now} onOpen={onLeave} />
        ))}
      </ul>
      {data.next === null ? null : (
        <Button wide busy={loading} onClick={onMore}>
          显示更多
        </Button>
      )}
    </>
  );
}

/** A message. One that waits, and is short enough to be read here, is confirmed here. */
function Row({
  item,
  identity,
  now,
  onOpen,
}: {
  item: InboxItem;
  identity: Identity | null;
  now: Date;
  onOpen: () => void;
}) {
  const task = taskOf(item);
  const isWhole = !item.excerpt.endsWith("…") && item.file_count === 0;
  const done = doneText(item);
  const link = useRef<HTMLAnchorElement>(null);
  /** Tells whether it was answered here, by buttons that go with the answer. */
  const isAnswered = useRef(false);
  useLayoutEffect(() => {
    if (done !== undefined && isAnswered.current && document.activeElement === document.body)
      link.current?.focus({ preventScroll: true });
  }, [done]);
  return (
    <li className={css["card"]}>
      <a ref={link} className={css["row"]} href={`#/messages/${item.id}`} onClick={onOpen}>
        <span className={css["top"]}>
          {item.is_read ? null : (
            <span className={css["unread"]}>
              <span className="visually-hidden">未读：</span>
            </span>
          )}
          <span className={css["title"]}>{item.is_taken_back ? "这条通知已撤回" : item.title}</span>
          {task === undefined ? null : <span className={css["task"]}>{task}</span>}
        </span>
        {item.excerpt === "" ? null : (
          <span className={task === undefined ? css["excerpt"] : css["whole"]}>{item.excerpt}</span>
        )}
        <span className={css["bottom"]}>
          {item.child === null ? null : <span className={css["child"]}>{item.child.name}</span>}
          <span>{item.from_name}</span>
          <time dateTime={item.at}>{momentText(item.at, now)}</time>
          {item.file_count === 0 ? null : <span>附件 {item.file_count}</span>}
          {item.changed_at === null ? null : <span>已修改</span>}
          {done === undefined ? null : <span className={css["done"]}>{done}</span>}
        </span>
      </a>
      {task !== undefined && isWhole ? (
        <div className={css["quick"]}>
          <Confirm item={item} identity={identity} onAnswered={() => (isAnswered.current = true)} />
        </div>
      ) : null}
    </li>
  );
}
