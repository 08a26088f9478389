import {
  CHANGE_STATE_NAMES,
  CHANGE_STATES,
  readChanges,
  type AnswerOf,
  type ChangeSet,
  type ChangeState,
} from "#contract";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { Grid, type Column, type RowKind } from "../list/grid.tsx";
import css from "../list/list.module.css";
import { PagedList } from "../list/paged-list.tsx";
import { usePages } from "../list/use-pages.ts";
import { goTo, hrefOf, useQuery } from "../shell/address.ts";
import { Choice } from "../fields/choice.tsx";
import { Heading } from "../shell/heading.tsx";
import { StateBadge } from "../shell/state-badge.tsx";
import { dayText, momentText } from "../shell/words.ts";
import { ChangeView } from "./change-view.tsx";
import view from "./change.module.css";
import { countsText, stateMark } from "./rules.ts";

/** The screen 变更: `/module/admin/changes`, and `/module/admin/changes/{id}` for one of them (CS-06). */
export default function Changes() {
  const { place } = useModule();
  const id = place.path[1];
  return id === undefined ? <ChangeList /> : <ChangePage key={id} id={id} />;
}

function ChangePage({ id }: { id: string }) {
  return (
    <>
      <Heading title="变更" place={`changes/${id}`}>
        <a href={hrefOf(["changes"])}>所有变更</a>
      </Heading>
      <div className={view["page"]}>
        <ChangeView id={id} onDiscarded={() => goTo(["changes"])} />
      </div>
    </>
  );
}

const COLUMNS: readonly Column<ChangeSet>[] = [
  {
    id: "state",
    title: "状态",
    share: 1.2,
    cell: (change) => {
      const { text, tone } = stateMark(change);
      return <StateBadge tone={tone}>{text}</StateBadge>;
    },
  },
  { id: "place", title: "范围", share: 1, cell: ({ place_name }) => place_name },
  { id: "who", title: "谁", share: 0.7, cell: ({ made_by }) => made_by?.name ?? "—" },
  {
    id: "when",
    title: "什么时候",
    share: 1.5,
    cell: ({ applied_at, created_at }) => momentText(applied_at ?? created_at),
  },
  { id: "counts", title: "多少", share: 1.1, cell: countsText },
  {
    id: "undo",
    title: "可撤销到",
    share: 1.1,
    cell: ({ may, undo_until }) => (may.undo && undo_until !== null ? dayText(undo_until) : "—"),
  },
];

function ChangeList() {
  const { send } = useModule();
  const [query, change] = useQuery();
  const state = query["state"] ?? "";
  const pages = usePages<ChangeSet>(async (after) => {
    const wanted = state === "" ? {} : { state: state as ChangeState };
    const rows: ChangeSet[] = [];
    let from: string | null | undefined = after;
    // plans that came to nothing are shown to who asks for them; a page may hold no others
    while (rows.length === 0 && from !== null) {
      const answer: AnswerOf<typeof readChanges> = await send(readChanges, {
        ...wanted,
        ...(from !== undefined && { after: from }),
      });
      from = answer.next;
      rows.push(...answer.changes.filter((one) => state !== "" || hasComeToSomething(one)));
    }
    return { rows, next: from ?? null };
  }, state);
  return (
    <>
      <Heading title="变更" place="changes" />
      <div className={css["card"]}>
        <div className={css["filters"]}>
          <Choice
            className={css["choice"]}
            label="状态"
            options={CHANGE_STATES.map((value) => ({ value, label: CHANGE_STATE_NAMES[value] }))}
            value={state}
            onChange={(chosen) => change({ state: chosen })}
          />
        </div>
        <PagedList
          pages={pages}
          loading="正在加载变更"
          empty={
            <EmptyState role="status" title={state === "" ? "还没有变更" : "没有这样的变更"}>
              停用、调班、改名这样的操作会留在这里，30 天内可以撤销。
            </EmptyState>
          }
        >
          <Grid
            label="变更"
            rows={pages.rows}
            of={CHANGE}
            columns={COLUMNS}
            total={undefined}
            onNearEnd={pages.more}
          />
        </PagedList>
      </div>
    </>
  );
}

function hasComeToSomething({ state, refused }: ChangeSet): boolean {
  return refused !== null || (state !== "discarded" && state !== "outdated");
}

const CHANGE: RowKind<ChangeSet> = {
  idOf: ({ id }) => id,
  labelOf: ({ act }) => act,
  hrefOf: ({ id }) => hrefOf(["changes", id]),
  nameTitle: "变更",
  wraps: true,
  name: ({ act }) => act,
  brief: (change) =>
    [
      stateMark(change).text,
      change.made_by?.name,
      momentText(change.applied_at ?? change.created_at),
    ]
      .filter(Boolean)
      .join(" · "),
};
