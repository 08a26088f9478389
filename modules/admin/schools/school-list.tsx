import { useCallback, useState } from "react";
import { readSchools, STAGES, type InputOf, type ListedSchool } from "#contract";
import { useModule } from "../../kit/react-module.tsx";
import { PlanButton } from "../change/plan-button.tsx";
import { EmptyList } from "../list/empty-list.tsx";
import { Grid, type Column, type RowKind } from "../list/grid.tsx";
import css from "../list/list.module.css";
import { SelectionBar } from "../list/selection-bar.tsx";
import { PagedList } from "../list/paged-list.tsx";
import { usePages } from "../list/use-pages.ts";
import { useSelection } from "../list/use-selection.ts";
import { hrefOf, useQuery } from "../shell/address.ts";
import { Choice } from "../fields/choice.tsx";
import { Heading } from "../shell/heading.tsx";
import { StateBadge } from "../shell/state-badge.tsx";
import { useOwnRights } from "../shell/own-rights.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { SearchField } from "../fields/search-field.tsx";
import { numberText } from "../shell/words.ts";
import { MakeDistrict, MakeSchool } from "./forms.tsx";
import { mayMake, stagesText } from "./rules.ts";

const COLUMNS: readonly Column<ListedSchool>[] = [
  { id: "district", title: "区域", share: 1.3, cell: ({ district }) => district?.name ?? "—" },
  { id: "stages", title: "学段", share: 1, cell: ({ stage_ids }) => stagesText(stage_ids) || "—" },
  { id: "pupils", title: "学生", share: 0.7, cell: ({ pupils }) => numberText(pupils) },
  { id: "staff", title: "教职工", share: 0.7, cell: ({ staff }) => numberText(staff) },
  { id: "classes", title: "班级", share: 0.7, cell: ({ classes }) => numberText(classes) },
  {
    id: "state",
    title: "状态",
    share: 0.7,
    cell: ({ is_abled }) =>
      is_abled ? (
        <StateBadge tone="plain">启用</StateBadge>
      ) : (
        <StateBadge tone="quiet">已停用</StateBadge>
      ),
  },
];

const OF_DISTRICTS: readonly Column<ListedSchool>[] = [
  { id: "schools", title: "学校", share: 0.7, cell: ({ schools }) => numberText(schools) },
  { id: "staff", title: "区域管理员", share: 0.7, cell: ({ staff }) => numberText(staff) },
  ...COLUMNS.filter(({ id }) => id === "state"),
];

const FILTERS = ["q", "state", "stage"] as const;

type Filters = InputOf<typeof readSchools>;

/** Lists the schools in the caller's scope (AD-10). */
export function SchoolList() {
  const { send } = useModule();
  const own = useOwnRights();
  const { school } = usePlace();
  const [query, change] = useQuery();
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({});
  const { q = "", state = "", stage = "", kind = "" } = query;
  const isDistricts = kind === "district";
  const unit = isDistricts ? "个区域" : "所学校";
  const what = isDistricts ? "区域" : "学校";
  const filters = {
    ...(q !== "" && { q }),
    ...(isDistricts && { kind: "district" as const }),
    ...(school !== undefined && { within: school }),
    ...(state !== "" && { state: state as "enabled" }),
    ...(stage !== "" && !isDistricts && { stage_id: stage as "primary" }),
  } satisfies Filters;
  const question = JSON.stringify(filters);
  const count = counts[question];
  const pages = usePages(
    async (after) => {
      const answer = await send(readSchools, after === undefined ? filters : { ...filters, after });
      setCounts((now) => ({ ...now, [question]: answer.count }));
      return { rows: answer.schools, next: answer.next };
    },
    question,
    "schools",
  );
  const selection = useSelection(idOf);
  const onSettled = () => {
    selection.clear();
    pages.reload();
  };
  const may = mayMake(own);
  const chosen = [...selection.chosen.values()];
  const onTyped = useCallback((text: string) => change({ q: text }), [change]);
  return (
    <>
      <Heading title="学校" place="schools">
        <p className={css["count"]} role="status">
          {count === undefined ? "" : `共 ${numberText(count)} ${isDistricts ? "个区域" : "所"}`}
        </p>
        {may === "anywhere" && isDistricts ? (
          <PlanButton title="新建区域" form={<MakeDistrict />} onSettled={onSettled}>
            新建区域…
          </PlanButton>
        ) : null}
        {may === undefined || isDistricts ? null : (
          <PlanButton title="新建学校" form={<MakeSchool />} onSettled={onSettled}>
            新建学校…
          </PlanButton>
        )}
      </Heading>
      <div className={css["card"]}>
        <div className={css["filters"]} role="search" aria-label={`查找${what}`}>
          <SearchField
            label={`查找${what}`}
            placeholder={`${what}名称，或名册中的代码`}
            value={q}
            onChange={onTyped}
          />
          {may === undefined ? null : (
            <Choice
              className={css["choice"]}
              label="学校或区域"
              none="学校"
              options={[{ value: "district", label: "区域" }]}
              value={kind}
              onChange={(value) => {
                change({ kind: value, stage: "" });
                selection.clear();
              }}
            />
          )}
          {isDistricts ? null : (
            <Choice
              className={css["choice"]}
              label="学段"
              options={STAGES.map(({ id, name }) => ({ value: id, label: name }))}
              value={stage}
              onChange={(id) => change({ stage: id })}
            />
          )}
          <Choice
            className={css["choice"]}
            label="状态"
            options={[
              { value: "enabled", label: "启用的" },
              { value: "disabled", label: "已停用的" },
            ]}
            value={state}
            onChange={(value) => change({ state: value })}
          />
        </div>
        <PagedList
          pages={pages}
          loading={`正在加载${what}`}
          height={360}
          empty={
            <EmptyList
              filters={FILTERS}
              noMatch={{ title: `没有找到这样的${what}`, advice: "换一个名称或条件试试。" }}
              nothing={{
                title: "这里还没有学校",
                advice: "导入名册会带来学校；归您管理的学校会出现在这里。",
              }}
            />
          }
        >
          <Grid
            label={what}
            rows={pages.rows}
            of={isDistricts ? DISTRICT : SCHOOL}
            columns={isDistricts ? OF_DISTRICTS : COLUMNS}
            total={count}
            {...(may !== undefined && { choice: selection.choice })}
            onNearEnd={pages.more}
          />
        </PagedList>
      </div>
      {chosen.length === 0 ? null : (
        <SelectionBar what={what} count={`${chosen.length} ${unit}`} onClear={selection.clear}>
          {[true, false].map((on) => {
            const others = chosen.filter(({ is_abled }) => is_abled !== on);
            return others.length === 0 ? null : (
              <PlanButton
                key={String(on)}
                title={`${on ? "启用" : "停用"} ${others.length} ${unit}`}
                change={{
                  kind: "school-state",
                  school_ids: others.map(({ id }) => id),
                  is_abled: on,
                }}
                onSettled={onSettled}
              >
                {on ? "启用…" : "停用…"}
              </PlanButton>
            );
          })}
        </SelectionBar>
      )}
    </>
  );
}

const idOf = ({ id }: ListedSchool) => id;

const SCHOOL: RowKind<ListedSchool> = {
  idOf,
  labelOf: ({ name }) => name,
  hrefOf: ({ id }) => hrefOf(["schools", id]),
  nameTitle: "学校",
  name: ({ name }) => name,
  brief: ({ stage_ids, pupils, classes, is_abled }) =>
    [
      stagesText(stage_ids),
      `${numberText(pupils)} 名学生`,
      `${numberText(classes)} 个班`,
      is_abled ? "" : "已停用",
    ]
      .filter(Boolean)
      .join(" · "),
};

const DISTRICT: RowKind<ListedSchool> = {
  ...SCHOOL,
  nameTitle: "区域",
  brief: ({ schools, staff, is_abled }) =>
    [`${numberText(schools)} 所学校`, `${numberText(staff)} 位管理员`, is_abled ? "" : "已停用"]
      .filter(Boolean)
      .join(" · "),
};
