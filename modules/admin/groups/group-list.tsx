import { useMemo, useState } from "react";
import { readGroups, type PeopleGroup } from "#contract";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { Grid, type Column, type RowKind } from "../list/grid.tsx";
import css from "../list/list.module.css";
import { PagedList } from "../list/paged-list.tsx";
import { usePages } from "../list/use-pages.ts";
import people from "../people/duplicates.module.css";
import { hrefOf } from "../shell/address.ts";
import { BackLink, Heading } from "../shell/heading.tsx";
import { mayAnywhere, useOwnRights } from "../shell/own-rights.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { numberText } from "../shell/words.ts";
import { MakeGroupButton, type Subjects } from "./group-form.tsx";
import { groupsAt } from "./rules.ts";

const COLUMNS: readonly Column<PeopleGroup>[] = [
  { id: "sentence", title: "谁在里面", share: 2, cell: ({ sentence }) => sentence },
  { id: "people", title: "人数", share: 0.6, cell: ({ people: count }) => numberText(count) },
  { id: "apps", title: "用在哪里", share: 1.4, cell: ({ apps }) => apps.join("、") || "—" },
];
const PLACE: Column<PeopleGroup> = {
  ...{ id: "place", title: "学校或区域", share: 1.2 },
  cell: ({ place_name }) => place_name,
};

/** Lists the groups of the current place (AD-16). */
export function GroupList() {
  const { send } = useModule();
  const { school, several, organisations } = usePlace();
  const mayWrite = mayAnywhere(useOwnRights(), "people.write");
  const [subjects, setSubjects] = useState<Subjects>([]);
  const pages = usePages<PeopleGroup>(
    async () => {
      const answer = await send(readGroups, {});
      setSubjects(answer.subjects);
      return { rows: groupsAt(answer.groups, school, organisations), next: null };
    },
    `groups ${school ?? ""}`,
  );
  const { rows } = pages;
  const columns = useMemo(() => (several ? [PLACE, ...COLUMNS] : COLUMNS), [several]);
  return (
    <>
      <BackLink href={hrefOf(["people"])}>人员</BackLink>
      <Heading title="群组" place="people/groups">
        <p className={css["count"]} role="status">
          {pages.first ? "" : `共 ${numberText(rows.length)} 个`}
        </p>
        {mayWrite ? <MakeGroupButton subjects={subjects} /> : null}
      </Heading>
      <p className={people["lead"]}>
        把社团、年级组、备课组这样的人编成群组，就能在“人员”里按群组查找，也能让应用只给某个群组看见。群组不带任何权限。
      </p>
      <PagedList
        pages={pages}
        loading="正在加载群组"
        empty={
          <EmptyState role="status" icon="box" title="还没有群组">
            按规则的群组会跟着任课和班级变化，例如“三年级的语文教师”；手工挑选的群组由您加人、移出。
          </EmptyState>
        }
      >
        <div className={css["card"]}>
          <Grid label="群组" rows={rows} of={GROUP} columns={columns} total={rows.length} />
        </div>
      </PagedList>
    </>
  );
}

const GROUP: RowKind<PeopleGroup> = {
  idOf: ({ id }) => id,
  labelOf: ({ name }) => name,
  hrefOf: ({ id }) => hrefOf(["people", "groups", id]),
  nameTitle: "群组",
  name: ({ name }) => name,
  brief: ({ sentence, people: count, apps }) =>
    [
      `${numberText(count)} 人`,
      sentence,
      apps.length === 0 ? "" : `${numberText(apps.length)} 个应用在用`,
    ]
      .filter(Boolean)
      .join(" · "),
};
