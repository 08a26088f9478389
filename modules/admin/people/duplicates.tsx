import { useState } from "react";
import {
  type AnswerOf,
  DUPLICATE_REASONS,
  type ListedPerson,
  readDuplicates,
  markDistinct,
} from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useAct } from "../../kit/use-act.ts";
import { PlanButton } from "../change/plan-button.tsx";
import list from "../list/list.module.css";
import { PagedList } from "../list/paged-list.tsx";
import { usePages } from "../list/use-pages.ts";
import { hrefOf } from "../shell/address.ts";
import { BackLink, Heading } from "../shell/heading.tsx";
import { StateBadge } from "../shell/state-badge.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { dayText } from "../shell/words.ts";
import css from "./duplicates.module.css";
import { classesText, identitiesText, schoolsText, stateOf } from "./rules.ts";

type Group = AnswerOf<typeof readDuplicates>["groups"][number];

/** 「疑似重复」: accounts that look like one person's, to be merged or said to be several people's (AD-14). */
export function Duplicates() {
  const { send } = useModule();
  const { school } = usePlace();
  const pages = usePages<Group>(
    async (after) => {
      const answer = await send(readDuplicates, {
        ...(school !== undefined && { school_id: school }),
        ...(after !== undefined && { after }),
      });
      return { rows: answer.groups, next: answer.next };
    },
    `duplicates ${school ?? ""}`,
  );
  return (
    <>
      <BackLink href={hrefOf(["people"])}>人员</BackLink>
      <Heading title="疑似重复的账号" place="people/duplicates" />
      <p className={css["lead"]}>
        一个人有两个账号时，会各有一份资料和记录。合并以后，身份、班级和监护关系都归留下的账号；30
        天内可以在“变更”里撤销。
      </p>
      <PagedList
        pages={pages}
        loading="正在查找"
        empty={
          <EmptyState role="status" icon="box" title="没有疑似重复的账号">
            学号、姓名和出生日期、姓名和手机号都没有相同的。
          </EmptyState>
        }
      >
        <ul className={css["groups"]} aria-label="疑似重复的账号">
          {pages.rows.map((group) => (
            <li key={group.people.map(({ id }) => id).join(" ") + group.why}>
              <OneGroup group={group} onSettled={pages.reload} />
            </li>
          ))}
        </ul>
      </PagedList>
      {pages.rows.length > 0 && !pages.done ? (
        <Button look="quiet" onClick={pages.more}>
          再显示一些
        </Button>
      ) : null}
    </>
  );
}

function OneGroup({ group: { why, people }, onSettled }: { group: Group; onSettled: () => void }) {
  const { send } = useModule();
  const { busy, fault, act } = useAct();
  const [kept, setKept] = useState(people[0]?.id ?? "");
  const into = people.find(({ id }) => id === kept) ?? people[0];
  const [first] = people;
  if (into === undefined || first === undefined) return null;
  const say = () =>
    act(async () => {
      await send(markDistinct, { user_ids: people.map(({ id }) => id) });
      onSettled();
    });
  return (
    <fieldset className={list["card"]}>
      <legend className={css["legend"]}>
        {first.name} <StateBadge tone="warning">{DUPLICATE_REASONS[why]}</StateBadge>
      </legend>
      {people.map((person) => (
        <div key={person.id} className={css["one"]}>
          <label className={css["keep"]}>
            <input
              type="radio"
              name={`keep-${first.id}-${why}`}
              checked={person.id === into.id}
              onChange={() => setKept(person.id)}
            />
            <span>保留 {person.account}</span>
          </label>
          <p className={css["facts"]}>
            <a href={hrefOf(["people", person.id])}>{factsOf(person)}</a>
          </p>
          {person.id === into.id ? null : (
            <PlanButton
              title={`合并账号：${person.name}`}
              label={`把 ${person.account} 并入 ${into.account}…`}
              change={{ kind: "person-merge", from_user_id: person.id, into_user_id: into.id }}
              onSettled={onSettled}
            >
              并入 {into.account}…
            </PlanButton>
          )}
        </div>
      ))}
      <p role="alert" className={list["fault"]}>
        {fault}
      </p>
      <Button look="quiet" busy={busy} onClick={() => void say()}>
        不是同一个人
      </Button>
    </fieldset>
  );
}

function factsOf(person: ListedPerson): string {
  const { memberships, classes, last_sign_in } = person;
  return [
    identitiesText(memberships),
    classesText(classes) || schoolsText(memberships),
    stateOf(person).text,
    last_sign_in === null ? "" : `${dayText(last_sign_in)}登录过`,
  ]
    .filter(Boolean)
    .join(" · ");
}
