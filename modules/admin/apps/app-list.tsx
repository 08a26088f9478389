import { useCallback, useMemo } from "react";
import { LAUNCH_KIND_NAMES, SHELF_STATE_NAMES, SHELF_STATES, type ManagedApp } from "#contract";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { Grid, type Column, type RowKind } from "../list/grid.tsx";
import css from "../list/list.module.css";
import { hrefOf, useQuery } from "../shell/address.ts";
import { Choice } from "../fields/choice.tsx";
import { Heading } from "../shell/heading.tsx";
import { StateBadge } from "../shell/state-badge.tsx";
import { useOwnRights } from "../shell/own-rights.tsx";
import { SearchField } from "../fields/search-field.tsx";
import { dayText, numberText } from "../shell/words.ts";
import type { Managed } from "./apps.tsx";
import { foundApps, mayMakeApps, placesText, stateTone } from "./rules.ts";

/** Lists the apps of the scope with their states. */
export function AppList({ apps, categories }: Managed) {
  const [query, change] = useQuery();
  const { q = "", category = "", state = "" } = query;
  const names = useMemo(() => new Map(categories.map(({ id, name }) => [id, name])), [categories]);
  const found = useMemo(() => foundApps(apps, { q, category, state }), [apps, q, category, state]);
  const columns = useMemo(() => columnsWith(names), [names]);
  const onTyped = useCallback((text: string) => change({ q: text }), [change]);
  const mayMake = mayMakeApps(useOwnRights());
  return (
    <>
      <Heading title="应用" place="apps">
        <p className={css["count"]} role="status">
          {numberText(found.length)} 个应用
        </p>
        {mayMake ? (
          <a className={css["make"]} href={hrefOf(["apps", "new"])}>
            新建应用…
          </a>
        ) : null}
      </Heading>
      <div className={css["card"]}>
        <div className={css["filters"]} role="search" aria-label="查找应用">
          <SearchField
            label="查找应用"
            placeholder="名称、拼音或备案号"
            value={q}
            onChange={onTyped}
          />
          <Choice
            className={css["choice"]}
            label="分类"
            options={categories.map(({ id, name }) => ({ value: id, label: name }))}
            value={category}
            onChange={(value) => change({ category: value })}
          />
          <Choice
            className={css["choice"]}
            label="状态"
            options={SHELF_STATES.map((one) => ({ value: one, label: SHELF_STATE_NAMES[one] }))}
            value={state}
            onChange={(value) => change({ state: value })}
          />
        </div>
        {found.length === 0 ? (
          <EmptyState role="status" title={apps.length === 0 ? "还没有应用" : "没有这样的应用"}>
            {apps.length > 0
              ? "换一个词、分类或状态试试。"
              : mayMake
                ? "可以在这里新建。"
                : "区域和平台提供给学校的应用会列在这里。"}
          </EmptyState>
        ) : (
          <Grid label="应用" rows={found} of={APP} columns={columns} total={found.length} />
        )}
      </div>
    </>
  );
}

function columnsWith(categories: ReadonlyMap<string, string>): Column<ManagedApp>[] {
  return [
    {
      id: "category",
      title: "分类",
      share: 0.8,
      cell: ({ category_id }) => categories.get(category_id) ?? "—",
    },
    { id: "kind", title: "接入", share: 0.7, cell: ({ launch }) => LAUNCH_KIND_NAMES[launch] },
    {
      id: "state",
      title: "状态",
      share: 0.9,
      cell: ({ shelf_state }) => (
        <StateBadge tone={stateTone(shelf_state)}>{SHELF_STATE_NAMES[shelf_state]}</StateBadge>
      ),
    },
    { id: "place", title: "属于", share: 0.8, cell: placesText },
    { id: "time", title: "更改于", share: 1, cell: ({ updated_at }) => dayText(updated_at) },
  ];
}

const APP: RowKind<ManagedApp> = {
  idOf: ({ id }) => id,
  labelOf: ({ name }) => name,
  hrefOf: ({ id }) => hrefOf(["apps", id]),
  nameTitle: "应用",
  name: ({ name }) => name,
  brief: (app) => [SHELF_STATE_NAMES[app.shelf_state], placesText(app)].join(" · "),
};
