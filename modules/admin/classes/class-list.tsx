import { useCallback, useMemo } from "react";
import { readClasses, type AdministeredClass } from "#contract";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { useAnswer } from "../../kit/use-answer.ts";
import { ChooseSchool } from "../list/choose-school.tsx";
import { Grid, type Column, type RowKind } from "../list/grid.tsx";
import css from "../list/list.module.css";
import { SelectionBar } from "../list/selection-bar.tsx";
import { useSelection } from "../list/use-selection.ts";
import { PlanButton } from "../change/plan-button.tsx";
import { hrefOf, useQuery } from "../shell/address.ts";
import { Choice } from "../fields/choice.tsx";
import { Heading } from "../shell/heading.tsx";
import { StateBadge } from "../shell/state-badge.tsx";
import { mayAnywhere, useOwnRights } from "../shell/own-rights.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { RostersLink } from "../shell/rosters-link.tsx";
import { SearchField } from "../fields/search-field.tsx";
import { numberText } from "../shell/words.ts";
import { Waiting } from "../shell/waiting-page.tsx";
import { MakeClass, MergeClasses } from "./forms.tsx";
import { classesInOrder, foundClasses, gradeText, headsText } from "./rules.ts";

/** Lists the classes of one school. */
export function ClassList() {
  const { one } = usePlace();
  if (one !== undefined) return <ClassesOf key={one.id} school={one.id} />;
  return <ChooseSchool title="班级" place="classes" words="班级按学校查看。" />;
}

const COLUMNS: readonly Column<AdministeredClass>[] = [
  { id: "grade", title: "年级", share: 1, cell: ({ grade_id }) => gradeText(grade_id) },
  { id: "pupils", title: "学生", share: 0.8, cell: ({ pupils }) => `${numberText(pupils)} 人` },
  { id: "heads", title: "班主任", share: 1.4, cell: (room) => headsText(room) || "—" },
  {
    id: "state",
    title: "状态",
    share: 0.8,
    cell: ({ is_abled }) =>
      is_abled ? (
        <StateBadge tone="plain">在用</StateBadge>
      ) : (
        <StateBadge tone="quiet">已归档</StateBadge>
      ),
  },
  {
    id: "origin",
    title: "来源",
    share: 0.9,
    cell: ({ is_roster_owned }) => (is_roster_owned ? "名册" : "手工或表格"),
  },
];

function ClassesOf({ school }: { school: string }) {
  const own = useOwnRights();
  const [query, change] = useQuery();
  const { q = "", grade = "", archived = "" } = query;
  const { data, error, reload } = useAnswer(readClasses, {
    school_id: school,
    ...(archived !== "" && { archived: true }),
  });
  const all = useMemo(() => classesInOrder(data?.classes ?? []), [data]);
  const found = useMemo(() => foundClasses(all, q, grade), [all, q, grade]);
  const grades = [...new Set(all.map(({ grade_id }) => grade_id))];
  const selection = useSelection(idOf);
  const onSettled = () => {
    selection.clear();
    reload();
  };
  const may = mayAnywhere(own, "class.write");
  const chosen = [...selection.chosen.values()];
  const onTyped = useCallback((text: string) => change({ q: text }), [change]);
  return (
    <>
      <Heading title="班级" place="classes">
        <p className={css["count"]} role="status">
          {data === undefined ? "" : `${numberText(found.length)} 个班级`}
        </p>
        {may ? (
          <PlanButton title="新建班级" form={<MakeClass school={school} />} onSettled={reload}>
            新建班级…
          </PlanButton>
        ) : null}
        {may ? (
          <a className={css["tool"]} href={hrefOf(["classes", "teaching"])}>
            任课表
          </a>
        ) : null}
        {may ? (
          <a className={css["tool"]} href={hrefOf(["classes", "timetable"])}>
            课程表
          </a>
        ) : null}
      </Heading>
      <div className={css["card"]}>
        <div className={css["filters"]} role="search" aria-label="查找班级">
          <SearchField label="查找班级" placeholder="班级名称" value={q} onChange={onTyped} />
          <Choice
            className={css["choice"]}
            label="年级"
            options={grades.map((value) => ({ value, label: gradeText(value) }))}
            value={grade}
            onChange={(id) => change({ grade: id })}
          />
          <Choice
            className={css["choice"]}
            label="是否归档"
            none="在用的"
            options={[{ value: "all", label: "连同已归档" }]}
            value={archived}
            onChange={(value) => change({ archived: value })}
          />
        </div>
        {data === undefined ? (
          <Waiting label="正在加载班级" height={360} error={error} onRetry={reload} />
        ) : found.length === 0 ? (
          <EmptyState
            role="status"
            title={all.length === 0 ? "还没有班级" : "没有这样的班级"}
            action={all.length === 0 ? <RostersLink /> : undefined}
          >
            {all.length === 0 ? "导入名册会带来班级，也可以在这里新建。" : "换一个名称或年级试试。"}
          </EmptyState>
        ) : (
          <Grid
            label="班级"
            rows={found}
            of={ROOM}
            columns={COLUMNS}
            total={found.length}
            {...(may && { choice: selection.choice })}
          />
        )}
      </div>
      {chosen.length === 0 ? null : (
        <SelectionBar what="班级" count={`${chosen.length} 个班级`} onClear={selection.clear}>
          {[false, true].map((on) => {
            const classes = chosen.filter(({ is_abled }) => is_abled !== on);
            return classes.length === 0 ? null : (
              <Archive key={String(on)} {...{ school, classes, onSettled }} is_abled={on} />
            );
          })}
          {chosen.length < 2 ? null : (
            <PlanButton
              title={`合并 ${chosen.length} 个班级`}
              form={<MergeClasses school={school} classes={chosen} />}
              onSettled={onSettled}
            >
              合并…
            </PlanButton>
          )}
        </SelectionBar>
      )}
    </>
  );
}

/** Archives classes, or restores them. */
function Archive({
  school,
  classes,
  is_abled,
  onSettled,
}: {
  school: string;
  classes: readonly AdministeredClass[];
  is_abled: boolean;
  onSettled: () => void;
}) {
  const class_ids = classes.map(({ id }) => id);
  const word = is_abled ? "恢复" : "归档";
  return (
    <PlanButton
      title={`${word} ${class_ids.length} 个班级`}
      change={{ kind: "class-state", school_id: school, class_ids, is_abled }}
      onSettled={onSettled}
    >
      {word}…
    </PlanButton>
  );
}

const idOf = ({ id }: AdministeredClass) => id;

const ROOM: RowKind<AdministeredClass> = {
  idOf,
  labelOf: ({ name }) => name,
  hrefOf: ({ school_id, id }) => hrefOf(["classes", school_id, id]),
  nameTitle: "班级",
  name: ({ name }) => name,
  brief: (room) =>
    [
      gradeText(room.grade_id),
      `${numberText(room.pupils)} 人`,
      headsText(room) === "" ? "" : `班主任 ${headsText(room)}`,
      room.is_abled ? "" : "已归档",
    ]
      .filter(Boolean)
      .join(" · "),
};
