import { readSentNotices, type SentNotice } from "#contract";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { type Column, Grid, type RowKind } from "../list/grid.tsx";
import css from "../list/list.module.css";
import { PagedList } from "../list/paged-list.tsx";
import { usePages } from "../list/use-pages.ts";
import { hrefOf } from "../shell/address.ts";
import { Heading } from "../shell/heading.tsx";
import { StateBadge } from "../shell/state-badge.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { momentText } from "../shell/words.ts";
import own from "./notices.module.css";
import { progressText, stateOf } from "./rules.ts";

const COLUMNS: readonly Column<SentNotice>[] = [
  {
    id: "state",
    title: "状态",
    share: 0.9,
    cell: (notice) => <StateBadge tone={stateOf(notice).tone}>{stateOf(notice).text}</StateBadge>,
  },
  { id: "who", title: "写给谁", share: 1.4, cell: ({ who }) => who },
  { id: "progress", title: "进展", share: 1.2, cell: progressText },
  { id: "by", title: "谁发的", share: 0.8, cell: ({ by_name }) => by_name ?? "—" },
  {
    id: "when",
    title: "时间",
    share: 1.1,
    cell: ({ sent_at, send_at }) => momentText(sent_at ?? send_at),
  },
];
const PLACE: Column<SentNotice> = {
  ...{ id: "place", title: "学校或区域", share: 1.1 },
  cell: ({ place_name }) => place_name,
};

/** Lists the notices of the current place, the newest first. */
export function NoticeList() {
  const { send } = useModule();
  const { school, organisations } = usePlace();
  // who looks after one place looks at all that there is
  const at = organisations.length > 1 ? school : undefined;
  const pages = usePages<SentNotice>(
    async (after) => {
      const answer = await send(readSentNotices, {
        ...(at !== undefined && { school_id: at }),
        ...(after !== undefined && { after }),
      });
      return { rows: answer.notices, next: answer.next };
    },
    at ?? "",
    "notices",
  );
  return (
    <>
      <Heading title="通知" place="notices">
        <a className={own["write"]} href={hrefOf(["notices", "new"])}>
          写通知
        </a>
      </Heading>
      <div className={css["card"]}>
        <PagedList
          pages={pages}
          loading="正在加载通知"
          empty={
            <EmptyState role="status" title="还没有发过通知">
              写给学生、家长和教职工的通知会列在这里，可以看到谁还没有确认。
            </EmptyState>
          }
        >
          <Grid
            label="通知"
            rows={pages.rows}
            of={NOTICE}
            columns={organisations.length > 1 ? [PLACE, ...COLUMNS] : COLUMNS}
            total={undefined}
            onNearEnd={pages.more}
          />
        </PagedList>
      </div>
    </>
  );
}

const NOTICE: RowKind<SentNotice> = {
  idOf: ({ id }) => id,
  labelOf: ({ title }) => title,
  hrefOf: ({ id }) => hrefOf(["notices", id]),
  nameTitle: "标题",
  name: ({ title }) => title,
  brief: (notice) =>
    [
      stateOf(notice).text,
      notice.who,
      progressText(notice),
      momentText(notice.sent_at ?? notice.send_at),
    ].join(" · "),
};
