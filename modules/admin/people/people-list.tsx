import { useCallback, useDeferredValue, useMemo, useState } from "react";
import {
  type ChangeSource,
  countPeople,
  MAX_PEOPLE_PAGE_SIZE,
  readPeople,
  type ListedPerson,
  type PeopleSort,
} from "#contract";
import { useModule } from "../../kit/react-module.tsx";
import { useAnswer } from "../../kit/use-answer.ts";
import { SourceContext } from "../change/planning.ts";
import { sendOrTake } from "../list/early.ts";
import { EmptyList } from "../list/empty-list.tsx";
import { Grid } from "../list/grid.tsx";
import css from "../list/list.module.css";
import { PagedList } from "../list/paged-list.tsx";
import { usePages } from "../list/use-pages.ts";
import { useChoice, useChosen, type Choice } from "../list/use-selection.ts";
import { hrefOf, useQuery } from "../shell/address.ts";
import { Heading } from "../shell/heading.tsx";
import { mayAnywhere, useOwnRights } from "../shell/own-rights.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { SheetsButton } from "../sheets/sheets.tsx";
import { numberText } from "../shell/words.ts";
import { PeopleActs } from "./acts.tsx";
import { ColumnChooser, useColumns } from "./columns.tsx";
import { ExportPeople } from "./export.tsx";
import { Filters } from "./filters.tsx";
import { MakePersonButton } from "./make-person.tsx";
import { PasteList } from "./paste.tsx";
import { TakePupilButton } from "./take-pupil.tsx";
import { PERSON } from "./person-row.ts";
import { FILTERS, inputOf } from "./rules.ts";

/** Finds people by what is typed and by filters; the list goes on while one scrolls (AD-01). */
export function PeopleList() {
  const { send } = useModule();
  const { school, several, organisations } = usePlace();
  const [query, change] = useQuery();
  // the only place needs no naming, and the first page can be asked for before it is known
  const named = organisations.length > 1 ? school : undefined;
  const { filters, sort } = useMemo(() => inputOf(query, named), [query, named]);
  const question = JSON.stringify([filters, sort]);
  const pages = usePages(
    async (after) => {
      const given = { ...filters, sort: sort as PeopleSort, limit: MAX_PEOPLE_PAGE_SIZE };
      const answer = await (after === undefined
        ? sendOrTake(send, readPeople, given)
        : send(readPeople, { ...given, after }));
      return { rows: answer.people, next: answer.next };
    },
    question,
    "people",
  );
  const { data: total } = useAnswer(countPeople, filters);
  const choice = useChoice(PERSON.idOf);
  const [pasted, setPasted] = useState<Pasted>();
  const own = useOwnRights();
  const maySetPasswords = mayAnywhere(own, "people.secret");
  const mayWrite = mayAnywhere(own, "people.write");
  const mayChange = mayWrite || maySetPasswords;
  const columns = useColumns(several);
  const onSort = useCallback(
    (order: string) => change({ sort: order === "name" ? "" : order }),
    [change],
  );

  return (
    <>
      <Heading title="人员" place="people">
        <p className={css["count"]} role="status">
          {total === undefined
            ? ""
            : total.more
              ? `超过 ${numberText(total.count)} 人`
              : `共 ${numberText(total.count)} 人`}
        </p>
        <div className={css["tools"]}>
          {mayWrite ? <MakePersonButton onSettled={pages.reload} /> : null}
          {mayWrite ? <TakePupilButton onSettled={pages.reload} /> : null}
          {mayWrite ? (
            <a className={css["tool"]} href={hrefOf(["people", "duplicates"])}>
              疑似重复
            </a>
          ) : null}
          {mayWrite ? (
            <a className={css["tool"]} href={hrefOf(["people", "transfers"])}>
              转学
            </a>
          ) : null}
          {mayWrite ? (
            <a className={css["tool"]} href={hrefOf(["people", "leavers"])}>
              即将删除
            </a>
          ) : null}
          <a className={css["tool"]} href={hrefOf(["people", "groups"])}>
            群组
          </a>
          {mayChange ? (
            <PasteList
              school={school}
              onFound={(people, source) => {
                setPasted({ source, ids: new Set(people.map(({ id }) => id)) });
                choice.toggle(people, true);
              }}
            />
          ) : null}
          <ExportPeople input={{ ...filters, sort: sort as PeopleSort }} />
          {maySetPasswords ? <SheetsButton /> : null}
          <ColumnChooser columns={columns} />
        </div>
      </Heading>
      <div className={css["card"]}>
        <Filters />
        <PagedList
          pages={pages}
          loading="正在加载人员"
          height={480}
          empty={
            <EmptyList
              filters={FILTERS.filter((name) => name !== "sort")}
              noMatch={{
                title: "没有找到这样的人",
                advice: "可以只输入姓名的一部分、拼音首字母、账号的开头或手机号后四位。",
              }}
              nothing={{
                title: "这里还没有人员",
                advice: "导入名册，或者把邀请码发给教师、学生和家长，他们就会出现在这里。",
              }}
            />
          }
        >
          <Grid
            label="人员"
            rows={pages.rows}
            of={PERSON}
            columns={columns.shown}
            total={total === undefined || total.more ? undefined : total.count}
            sort={sort}
            onSort={onSort}
            {...(mayChange && { choice })}
            onNearEnd={pages.more}
          />
        </PagedList>
      </div>
      <ActsOfChosen choice={choice} pasted={pasted} onSettled={pages.reload} />
    </>
  );
}

/** The people of the last pasted list. */
interface Pasted {
  source: ChangeSource;
  ids: ReadonlySet<string>;
}

/** Follows the choice, so that the list does not have to. */
function ActsOfChosen({
  choice,
  pasted,
  onSettled,
}: {
  choice: Choice<ListedPerson>;
  pasted: Pasted | undefined;
  onSettled: () => void;
}) {
  const { chosen: now, ...ways } = useChosen(choice);
  // the boxes are painted before the bar is drawn
  const chosen = useDeferredValue(now);
  if (chosen.size === 0) return null;
  const selection = { ...ways, chosen };
  // who was ticked by hand does not come from the list
  const isPasted = [...chosen.keys()].every((id) => pasted?.ids.has(id));
  return (
    <SourceContext value={isPasted ? pasted?.source : undefined}>
      <PeopleActs selection={selection} onSettled={onSettled} />
    </SourceContext>
  );
}
