import {
  FEEDBACK_QUEUE_NAMES,
  FEEDBACK_QUEUES,
  FEEDBACK_KIND_NAMES,
  FEEDBACK_STATUS_NAMES,
  IDENTITY_NAMES,
  readManagedThreads,
  type ManagedThread,
  type FeedbackQueue,
} from "#contract";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { Grid, type Column, type RowKind } from "../list/grid.tsx";
import css from "../list/list.module.css";
import { PagedList } from "../list/paged-list.tsx";
import { usePages } from "../list/use-pages.ts";
import { hrefOf, useQuery } from "../shell/address.ts";
import { Choice } from "../fields/choice.tsx";
import { Heading } from "../shell/heading.tsx";
import { StateBadge } from "../shell/state-badge.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { momentText, numberText } from "../shell/words.ts";
import { STATUS_TONES } from "./rules.ts";

const COLUMNS: readonly Column<ManagedThread>[] = [
  {
    id: "status",
    title: "状态",
    share: 1,
    cell: ({ status, unread }) => (
      <StateBadge tone={STATUS_TONES[status]}>
        {unread === 0 ? FEEDBACK_STATUS_NAMES[status] : `${numberText(unread)} 条新消息`}
      </StateBadge>
    ),
  },
  {
    id: "who",
    title: "谁提出的",
    share: 1.2,
    cell: ({ person_name, identity }) => `${person_name}（${IDENTITY_NAMES[identity]}）`,
  },
  {
    id: "assigned",
    title: "由谁处理",
    share: 1.1,
    cell: ({ assigned_school_name }) => assigned_school_name,
  },
  { id: "taken", title: "受理人", share: 0.8, cell: ({ taken_by }) => taken_by?.name ?? "—" },
  {
    id: "when",
    title: "最近消息",
    share: 1.1,
    cell: ({ updated_at }) => momentText(updated_at),
  },
];

const OPTIONS = FEEDBACK_QUEUES.map((value) => ({
  value,
  label: FEEDBACK_QUEUE_NAMES[value],
}));

/** The columns where all feedback is answered at one institution, which is not named. */
const COLUMNS_AT_ONE = COLUMNS.filter(({ id }) => id !== "assigned");

/** Lists the feedback that the caller's institutions answer. */
export function FeedbackList() {
  const { send } = useModule();
  const { school, organisations } = usePlace();
  const [query, change] = useQuery();
  const view = FEEDBACK_QUEUES.find((one) => one === query["view"]) ?? "open";
  // who looks after one place looks at all that there is
  const at = organisations.length > 1 ? school : undefined;
  const pages = usePages<ManagedThread>(
    async (after) => {
      const answer = await send(readManagedThreads, {
        view,
        ...(at !== undefined && { school_id: at }),
        ...(after !== undefined && { after }),
      });
      return { rows: answer.items, next: answer.next };
    },
    `${view} ${at ?? ""}`,
    "feedback",
  );
  return (
    <>
      <Heading title="反馈" place="feedback" />
      <div className={css["card"]}>
        <div className={css["filters"]}>
          <Choice
            className={css["choice"]}
            label="哪些反馈"
            options={OPTIONS}
            value={view}
            onChange={(chosen) => change({ view: chosen === "open" ? "" : chosen })}
          />
        </div>
        <PagedList
          pages={pages}
          loading="正在加载反馈"
          empty={
            <EmptyState role="status" title={EMPTY[view]}>
              师生和家长在首页提出的反馈会到这里来。
            </EmptyState>
          }
        >
          <Grid
            label="反馈"
            rows={pages.rows}
            of={THREAD}
            columns={organisations.length > 1 ? COLUMNS : COLUMNS_AT_ONE}
            total={undefined}
            onNearEnd={pages.more}
          />
        </PagedList>
      </div>
    </>
  );
}

const EMPTY: Readonly<Record<FeedbackQueue, string>> = {
  waiting: "没有等待回复的反馈",
  open: "没有未结束的反馈",
  mine: "您还没有受理反馈",
  closed: "还没有结束的反馈",
};

const THREAD: RowKind<ManagedThread> = {
  idOf: ({ id }) => id,
  labelOf: ({ title }) => title,
  hrefOf: ({ id }) => hrefOf(["feedback", id]),
  nameTitle: "反馈",
  name: ({ title }) => title,
  brief: ({ kind, status, person_name, updated_at }) =>
    [
      FEEDBACK_STATUS_NAMES[status],
      FEEDBACK_KIND_NAMES[kind],
      person_name,
      momentText(updated_at),
    ].join(" · "),
};
