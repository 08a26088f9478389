import { useState } from "react";
import { readUnconfirmed, type SentNoticeWhole, type UnconfirmedUnit } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useAct } from "../../kit/use-act.ts";
import { type Column, Grid, type RowKind } from "../list/grid.tsx";
import css from "../list/list.module.css";
import { BY_ACCOUNT, namesakes, withTold } from "../list/namesakes.ts";
import { PagedList } from "../list/paged-list.tsx";
import { usePages } from "../list/use-pages.ts";
import { Part } from "../person/part.tsx";
import { PrintFrame } from "../shell/print-frame.tsx";
import { guardiansText } from "./rules.ts";
import { escaped } from "../shell/escaped.ts";
import { momentText, numberText } from "../shell/words.ts";

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
        <PrintFrame key={printed.turn} title="还没有确认的名单" html={printed.html} />
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
  apart: BY_ACCOUNT,
};

const STYLE = `
  @page { size: A4; margin: 15mm; }
  * { box-sizing: border-box; margin: 0; }
  html { font: 12pt/1.6 "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; color: #000; }
  h1 { font-size: 15pt; overflow-wrap: anywhere; }
  p { margin-bottom: 4mm; color: #444; }
  table { width: 100%; border-collapse: collapse; }
  tr { break-inside: avoid; }
  thead { display: table-header-group; }
  th, td { padding: 2mm 3mm; border-bottom: 1px solid #aaa; text-align: left; overflow-wrap: anywhere; }
  .sign { width: 45mm; }
`;

/** Returns the document that is printed: who has not confirmed, by class, with room for a signature. */
function unconfirmedHtml(
  { title, place_name, who, sent_at }: SentNoticeWhole,
  units: readonly UnconfirmedUnit[],
): string {
  const told = namesakes(units, BY_ACCOUNT);
  const rows = units.map(
    (unit) =>
      `<tr><td>${escaped(unit.classes)}</td><td>${escaped(withTold(unit.name, told.get(unit)))}</td><td>${escaped(guardiansText(unit))}</td><td></td></tr>`,
  );
  const about = [place_name, who, sent_at === null ? "" : `${momentText(sent_at)} 发送`];
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>还没有确认的名单</title><style>${STYLE}</style></head><body>
    <h1>${escaped(title)}：还没有确认的 ${numberText(units.length)} 份</h1><p>${escaped(about.filter(Boolean).join(" · "))}</p>
    <table><thead><tr><th>班级</th><th>姓名</th><th>等谁确认</th><th class="sign">签名</th></tr></thead><tbody>${rows.join("")}</tbody></table></body></html>`;
}
