import { useCallback } from "react";
import {
  CONTENT_STATES,
  readManagedContents,
  readTagRelations,
  type InputOf,
  type ListedContent,
} from "#contract";
import { useModule } from "../../kit/react-module.tsx";
import { useAnswer } from "../../kit/use-answer.ts";
import { EmptyList } from "../list/empty-list.tsx";
import { Grid, type Column, type RowKind } from "../list/grid.tsx";
import css from "../list/list.module.css";
import { PagedList } from "../list/paged-list.tsx";
import { usePages } from "../list/use-pages.ts";
import { hrefOf, useQuery } from "../shell/address.ts";
import { Choice } from "../fields/choice.tsx";
import { Heading } from "../shell/heading.tsx";
import { StateBadge } from "../shell/state-badge.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { SearchField } from "../fields/search-field.tsx";
import { dayText, numberText } from "../shell/words.ts";
import { placeOf } from "./rules.ts";

const COLUMNS: readonly Column<ListedContent>[] = [
  { id: "type", title: "类型", share: 0.8, cell: ({ type_name }) => type_name },
  { id: "grade", title: "年级", share: 0.7, cell: ({ grade_name }) => grade_name || "不限" },
  { id: "subject", title: "学科", share: 0.8, cell: ({ subject_name }) => subject_name || "不限" },
  { id: "owner", title: "属于", share: 1, cell: ownerText },
  { id: "state", title: "状态", share: 0.7, cell: (row) => <State item={row} /> },
  { id: "views", title: "浏览", share: 0.5, cell: ({ views }) => numberText(views) },
  { id: "when", title: "最近修改", share: 1, cell: ({ updated_at }) => dayText(updated_at) },
];

const FILTERS = ["q", "type", "subject", "grade", "state"] as const;

/** Lists the lessons and resources that the caller looks after. */
export function ContentList() {
  const { send } = useModule();
  const { school, organisations } = usePlace();
  const tagsRead = useAnswer(readTagRelations, {});
  const { data: tags } = tagsRead;
  const [query, change] = useQuery();
  const { q = "", type = "", subject = "", grade = "" } = query;
  const state = CONTENT_STATES.find((one) => one === query["state"]);
  // who looks after one place looks at all that there is
  const at = organisations.length > 1 ? school : undefined;
  const filters: InputOf<typeof readManagedContents> = {
    ...(q !== "" && { keyword: q }),
    ...(type !== "" && { type_id: type }),
    ...(subject !== "" && { subject_id: subject }),
    ...(grade !== "" && { grade_id: grade }),
    ...(state !== undefined && { state }),
    ...(at !== undefined && { school_id: at }),
  };
  const pages = usePages<ListedContent>(
    async (after) => {
      const answer = await send(readManagedContents, { ...filters, ...(after && { after }) });
      return { rows: answer.items, next: answer.next };
    },
    JSON.stringify(filters),
    "content",
  );
  const onTyped = useCallback((text: string) => change({ q: text }), [change]);
  const choice = (
    label: string,
    name: string,
    value: string,
    options: readonly { id: string; name: string }[] | undefined,
  ) => (
    <Choice
      className={css["choice"]}
      label={label}
      options={(options ?? []).map((one) => ({ value: one.id, label: one.name }))}
      value={options === undefined ? "" : value}
      of={tagsRead}
      onChange={(chosen) => change({ [name]: chosen })}
    />
  );
  return (
    <>
      <Heading title="内容" place="content">
        <a className={css["make"]} href={hrefOf(["content", "new"])}>
          新建…
        </a>
      </Heading>
      <div className={css["card"]}>
        <div className={css["filters"]} role="search" aria-label="查找课程与资源">
          <SearchField
            label="查找课程与资源"
            placeholder="标题、关键词、拼音，或编号"
            value={q}
            onChange={onTyped}
          />
          {choice("类型", "type", type, tags?.types)}
          {choice(
            "年级",
            "grade",
            grade,
            tags?.stages.flatMap(({ grades }) => grades),
          )}
          {choice("学科", "subject", subject, tags?.subjects)}
          <Choice
            className={css["choice"]}
            label="状态"
            options={[
              { value: "shown", label: "显示的" },
              { value: "hidden", label: "已隐藏的" },
            ]}
            value={state ?? ""}
            onChange={(chosen) => change({ state: chosen })}
          />
        </div>
        <PagedList
          pages={pages}
          loading="正在加载课程与资源"
          height={360}
          empty={
            <EmptyList
              filters={FILTERS}
              noMatch={{ title: "没有找到这样的课程或资源", advice: "换一个词或条件试试。" }}
              nothing={{
                title: "这里还没有课程与资源",
                advice: "点“新建…”放上第一个。别的学校的，和上级提供给大家的，不在这里列出。",
              }}
            />
          }
        >
          <Grid
            label="课程与资源"
            rows={pages.rows}
            of={ITEM}
            columns={COLUMNS}
            total={undefined}
            onNearEnd={pages.more}
          />
        </PagedList>
      </div>
    </>
  );
}

const ITEM: RowKind<ListedContent> = {
  idOf: ({ id, school_id }) => `${school_id ?? ""} ${id}`,
  labelOf: ({ title }) => title,
  hrefOf: (row) => hrefOf(...placeOf(row)),
  nameTitle: "标题",
  name: ({ title }) => title,
  brief: (row) =>
    [row.is_shown ? "" : "已隐藏", row.type_name, row.grade_name, row.subject_name, ownerText(row)]
      .filter(Boolean)
      .join(" · "),
};

function ownerText({ school_id, owner_name }: ListedContent): string {
  return school_id === null ? "所有人" : owner_name;
}

function State({ item: { is_shown } }: { item: ListedContent }) {
  return (
    <StateBadge tone={is_shown ? "plain" : "quiet"}>{is_shown ? "显示" : "已隐藏"}</StateBadge>
  );
}
