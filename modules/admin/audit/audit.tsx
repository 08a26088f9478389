import { useCallback } from "react";
import { AUDIT_ACTION_NAMES, IDENTITY_NAMES, readAudit, type AuditLine } from "#contract";
import { useModule } from "../../kit/react-module.tsx";
import { EmptyList } from "../list/empty-list.tsx";
import { Grid, type Column, type RowKind } from "../list/grid.tsx";
import css from "../list/list.module.css";
import { PagedList } from "../list/paged-list.tsx";
import { usePages } from "../list/use-pages.ts";
import { useQuery, type Query } from "../shell/address.ts";
import { Choice } from "../fields/choice.tsx";
import { FilterDay } from "../fields/date-field.tsx";
import { Heading } from "../shell/heading.tsx";
import { StateBadge } from "../shell/state-badge.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { SearchField } from "../fields/search-field.tsx";
import { momentText } from "../shell/words.ts";
import own from "./audit.module.css";
import { ExportButton, type AuditFilters } from "./export.tsx";

const FILTERS = ["who", "whom", "action", "from", "to"] as const;
const ACTIONS = Object.entries(AUDIT_ACTION_NAMES).map(([value, label]) => ({ value, label }));

/** The screen 审计: acts in the caller's own scope, with filters and export (AD-21). */
export default function Audit() {
  const { send } = useModule();
  const { school } = usePlace();
  const [query, change] = useQuery();
  const filters = filtersOf(query, school);
  const pages = usePages(
    async (after) => {
      const answer = await send(readAudit, after === undefined ? filters : { ...filters, after });
      return { rows: answer.entries, next: answer.next };
    },
    JSON.stringify(filters),
    "audit",
  );
  const onWho = useCallback((who: string) => change({ who }), [change]);
  const onWhom = useCallback((whom: string) => change({ whom }), [change]);
  return (
    <>
      <Heading title="审计" place="audit">
        <p className={css["count"]}>谁在什么时候，对谁做了什么</p>
        <ExportButton filters={filters} />
      </Heading>
      <div className={css["card"]}>
        <div className={css["filters"]} role="search" aria-label="查找记录">
          <SearchField
            label="谁做的"
            placeholder="谁做的：姓名或账号"
            value={query["who"] ?? ""}
            onChange={onWho}
          />
          <SearchField
            label="关于谁"
            placeholder="关于谁：姓名或账号"
            value={query["whom"] ?? ""}
            onChange={onWhom}
          />
          <Choice
            className={css["choice"]}
            label="做了什么"
            options={ACTIONS}
            value={query["action"] ?? ""}
            onChange={(action) => change({ action })}
          />
          <div className={own["days"]}>
            <FilterDay
              label="从"
              value={query["from"] ?? ""}
              onChange={(from) => change({ from })}
            />
            <FilterDay label="到" value={query["to"] ?? ""} onChange={(to) => change({ to })} />
          </div>
        </div>
        <PagedList
          pages={pages}
          loading="正在加载审计记录"
          height={480}
          empty={
            <EmptyList
              filters={FILTERS}
              noMatch={{
                title: "没有这样的记录",
                advice: "姓名和账号要写全；别的学校的记录不会出现在这里。",
              }}
              nothing={{ title: "这里还没有记录", advice: "您管理的学校里做的事会记在这里。" }}
            />
          }
        >
          <Grid
            label="审计记录"
            rows={pages.rows}
            of={ENTRY}
            columns={COLUMNS}
            total={pages.done ? pages.rows.length : undefined}
            onNearEnd={pages.more}
          />
        </PagedList>
      </div>
    </>
  );
}

function filtersOf(query: Query, within: string | undefined): AuditFilters {
  const given = FILTERS.flatMap((name) => {
    const value = query[name] ?? "";
    return value === "" ? [] : [[name, value] as const];
  });
  return { ...(within !== undefined && { within }), ...Object.fromEntries(given) };
}

function byText({ by, by_identity, by_app }: AuditLine): string {
  if (by_app !== null && by === null) return `应用“${by_app}”`;
  const name = by?.name ?? (by_identity === null ? "—" : "已不在这里的人");
  return by_identity === null ? name : `${name}（${IDENTITY_NAMES[by_identity]}）`;
}

function aboutText({ about, about_count, by }: AuditLine): string {
  if (about_count > 0) return `${about_count} 名学生`;
  if (about === null) return "—";
  return about.id === by?.id ? "本人" : about.name;
}

function WhatCell({ words, outcome, object }: AuditLine) {
  return (
    <>
      {words}
      {object === null ? "" : `：${object}`}{" "}
      {outcome === "refused" ? <StateBadge tone="warning">被拒绝</StateBadge> : null}
    </>
  );
}

const COLUMNS: readonly Column<AuditLine>[] = [
  { id: "by", title: "谁做的", share: 1.6, cell: byText },
  { id: "what", title: "做了什么", share: 2.4, cell: (line) => <WhatCell {...line} /> },
  { id: "about", title: "关于谁", share: 1.2, cell: aboutText },
  { id: "school", title: "学校", share: 1.2, cell: ({ school_name }) => school_name ?? "—" },
  { id: "address", title: "网络地址", share: 1.2, cell: ({ address }) => address || "—" },
];

const ENTRY: RowKind<AuditLine> = {
  idOf: ({ id }) => id,
  labelOf: ({ words }) => words,
  nameTitle: "时间",
  name: ({ at }) => momentText(at),
  brief: (line) =>
    [
      byText(line),
      `${line.words}${line.outcome === "refused" ? "（被拒绝）" : ""}`,
      ["—", "本人"].includes(aboutText(line)) ? "" : `关于 ${aboutText(line)}`,
    ]
      .filter(Boolean)
      .join(" · "),
};
