import { useState } from "react";
import { readUnconfirmed, type SentNoticeWhole, type UnconfirmedUnit } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useAct } from "../../kit/use-act.ts";
import { type Column, Grid, type RowKind } from "../list/grid.tsx";
import css from "../list/list.module.css";
import { PagedList } from "../list/paged-list.tsx";
import { usePages } from "../list/use-pages.ts";
import { Part } from "../person/part.tsx";
import { Printed } from "../shell/printed.tsx";
import { numberText } from "../shell/words.ts";
import { unconfirmedHtml } from "./unconfirmed-html.ts";
import { guardiansText } from "./rules.ts";

/** Lists who has not confirmed a notice, by class, and prints the list for those without a phone (IN-03). */
export function Unconfirmed({ notice }: { notice: SentNoticeWhole }) {
  const { send } = useModule();
  const [printed, setPrinted] = useState<{ html: string; turn: number }>();
  const { busy, fault, act } = useAct();
  const notice_id = notice.id;
  const read = async (after: string | undefined) => {
    const input = { notice_id, ...(after !== undefined && { after }) };
    const { units, next } = await send(readUnconfirmed, input);
    return { rows: units, next };
  };
  const pages = usePages<UnconfirmedUnit>(read, `unconfirmed ${notice_id}`);
  const left = notice.expected - notice.confirmed;
  const print = async () => {
    const all: UnconfirmedUnit[] = [];
    let after: string | undefined;
    do {
      const page = await read(after);
      all.push(...page.rows);
      after = page.next ?? undefined;
    } while (after !== undefined);
    setPrinted({ html: unconfirmedHtml(notice, all), turn: (printed?.turn ?? 0) + 1 });
  };
  return (
    <Part
      title={`还没有确认（${numberText(left)}）`}
      wide
      acts={
        left === 0 ? null : (
          <Button look="quiet" busy={busy} onClick={() => void act(print)}>
            打印名单
          </Button>
        )
      }
    >
      <p className={css["fault"]} role="alert">
        {fault}
      </p>
      <PagedList
        pages={pages}
        loading="正在加载还没有确认的人"
        height={160}
        empty={<EmptyState role="status" icon="check" title="都确认了" />}
      >
        <Grid
          label="还没有确认"
          rows={pages.rows}
          of={UNIT}
          columns={COLUMNS}
          total={left}
          onNearEnd={pages.more}
        />
      </PagedList>
      {printed === undefined ? null : (
        <Printed key={printed.turn} title="还没有确认的名单" html={printed.html} />
      )}
    </Part>
  );
}

const COLUMNS: readonly Column<UnconfirmedUnit>[] = [
  { id: "classes", title: "班级", share: 1, cell: ({ classes }) => classes || "—" },
  { id: "waits", title: "等谁确认", share: 2, cell: guardiansText },
];

const UNIT: RowKind<UnconfirmedUnit> = {
  idOf: ({ id, identity }) => `${identity} ${id}`,
  labelOf: ({ name }) => name,
  nameTitle: "姓名",
  name: ({ name }) => name,
  brief: (unit) => [unit.classes, guardiansText(unit)].filter(Boolean).join(" · "),
};
