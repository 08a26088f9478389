import { useState } from "react";
import {
  type Change,
  type ListedPerson,
  MAX_PEOPLE_PAGE_SIZE,
  type PeopleGroup,
  readGroup,
  readPeople,
  removeGroup,
} from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useAct } from "../../kit/use-act.ts";
import { useAnswer } from "../../kit/use-answer.ts";
import { PlanButton } from "../change/plan-button.tsx";
import { usePlanning } from "../change/planning.ts";
import { Grid, type Column } from "../list/grid.tsx";
import css from "../list/list.module.css";
import { SelectionBar } from "../list/selection-bar.tsx";
import { PagedList } from "../list/paged-list.tsx";
import { usePages } from "../list/use-pages.ts";
import { useSelection } from "../list/use-selection.ts";
import { Paste } from "../people/paste.tsx";
import { PERSON } from "../people/person-row.ts";
import { classesText, identitiesText } from "../people/rules.ts";
import { Part } from "../person/part.tsx";
import page from "../person/person.module.css";
import { goTo, hrefOf } from "../shell/address.ts";
import { BackLink, Heading } from "../shell/heading.tsx";
import { SidePanel } from "../shell/side-panel.tsx";
import { WaitingPage } from "../shell/waiting-page.tsx";
import { numberText } from "../shell/words.ts";
import { EditGroupButton } from "./group-form.tsx";

/** Page of a group: who is in it, where it is used, and the acts on it (AD-16). */
export function GroupPage({ id }: { id: string }) {
  const { data, error, reload } = useAnswer(readGroup, { group_id: id });
  if (data !== undefined) return <Group group={data} onChanged={reload} />;
  return (
    <WaitingPage
      title="群组"
      place={`people/groups/${id}`}
      error={error}
      onRetry={reload}
      missing={{
        title: "没有这个群组",
        list: ["people", "groups"],
        back: "返回群组列表",
        why: "地址可能输错了，群组可能已经删除，或者不在您管理的范围内。",
      }}
    />
  );
}

function Group({ group, onChanged }: { group: PeopleGroup; onChanged: () => void }) {
  const { id, name, description, place_name, sentence, people, apps, may_edit } = group;
  return (
    <>
      <BackLink href={hrefOf(["people", "groups"])}>群组</BackLink>
      <div className={page["top"]}>
        <div className={page["whoAlone"]}>
          <Heading title={name} place={`people/groups/${id}`} />
          <p className={page["soft"]}>
            {place_name} · {sentence} · {numberText(people)} 人
          </p>
          {description === "" ? null : <p className={page["soft"]}>{description}</p>}
          <p className={page["soft"]}>
            {apps.length === 0 ? "还没有应用在用" : `用在应用：${apps.join("、")}`}
          </p>
        </div>
        <div className={page["keys"]}>
          {may_edit ? <EditGroupButton group={group} onChanged={onChanged} /> : null}
          {may_edit ? <RemoveGroup group={group} /> : null}
        </div>
      </div>
      <div className={page["below"]}>
        {/* what is in a group by rule changes with it */}
        <Members key={group.updated_at} group={group} onChanged={onChanged} />
      </div>
    </>
  );
}

const COLUMNS: readonly Column<ListedPerson>[] = [
  { id: "account", title: "账号", share: 1.2, cell: ({ account }) => account },
  { id: "as", title: "身份", share: 1, cell: ({ memberships }) => identitiesText(memberships) },
  { id: "classes", title: "班级", share: 1.5, cell: ({ classes }) => classesText(classes) || "—" },
];

function Members({ group, onChanged }: { group: PeopleGroup; onChanged: () => void }) {
  const { send } = useModule();
  const { id: group_id, name, people, rule } = group;
  const pages = usePages<ListedPerson>(async (after) => {
    const input = { group_id, limit: MAX_PEOPLE_PAGE_SIZE };
    const answer = await send(readPeople, after === undefined ? input : { ...input, after });
    return { rows: answer.people, next: answer.next };
  }, `group ${group_id}`);
  const selection = useSelection(PERSON.idOf);
  const mayChange = group.may_edit && rule === null;
  const ids = [...selection.chosen.keys()];
  const onSettled = () => {
    selection.clear();
    pages.reload();
    onChanged();
  };
  return (
    <Part
      title={`里面的人（${numberText(people)}）`}
      wide
      acts={
        <div className={page["keys"]}>
          {mayChange ? (
            <PlanButton
              look="quiet"
              title={`加人：${name}`}
              form={<AddMembers group={group} />}
              onSettled={onSettled}
            >
              加人…
            </PlanButton>
          ) : null}
          {people === 0 ? null : (
            <a className={css["tool"]} href={hrefOf(["people"], { group: group_id })}>
              在“人员”里查看
            </a>
          )}
        </div>
      }
    >
      <PagedList
        pages={pages}
        loading="正在加载里面的人"
        empty={
          <EmptyState role="status" icon="box" title="这个群组里还没有人">
            {rule === null
              ? "点“加人…”，粘贴账号、学号或工号。"
              : "现在没有人符合规则；任课或班级变了，符合的人会自己进来。"}
          </EmptyState>
        }
      >
        <Grid
          label="里面的人"
          rows={pages.rows}
          of={PERSON}
          columns={COLUMNS}
          total={people}
          {...(mayChange && { choice: selection.choice })}
          onNearEnd={pages.more}
        />
      </PagedList>
      {ids.length === 0 ? null : (
        <SelectionBar what="人" count={`${numberText(ids.length)} 人`} onClear={selection.clear}>
          <PlanButton
            title={`移出群组：${numberText(ids.length)} 人`}
            change={{ kind: "group-members", group_id, add: [], remove: ids }}
            onSettled={onSettled}
          >
            移出群组…
          </PlanButton>
        </SelectionBar>
      )}
    </Part>
  );
}

/** Asks for those who come into a group made by hand: a pasted column. */
function AddMembers({ group: { id, school_id } }: { group: PeopleGroup }) {
  const { plan, busy, fault } = usePlanning();
  const changeOf = (found: readonly ListedPerson[]): Change => ({
    ...{ kind: "group-members", group_id: id },
    ...{ add: found.map((person) => person.id), remove: [] },
  });
  return (
    <>
      <Paste
        school={school_id}
        label="要加入的人"
        busy={busy}
        act={(many) => `下一步：加入这 ${many} 人`}
        onFound={(found) => plan(changeOf(found))}
      />
      <p role="alert" className={css["fault"]}>
        {fault}
      </p>
    </>
  );
}

/** 「删除…」, which is refused in words while an app uses the group. */
function RemoveGroup({ group: { id, name, apps } }: { group: PeopleGroup }) {
  const { send, notify } = useModule();
  const [open, setOpen] = useState(false);
  const { busy, fault, act } = useAct();
  const remove = async () => {
    await send(removeGroup, { group_id: id });
    notify(`已删除群组“${name}”`, "success");
    goTo(["people", "groups"]);
  };
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        删除…
      </Button>
      {open ? (
        <SidePanel title={`删除群组：${name}`} onClose={() => setOpen(false)}>
          <div className={css["paste"]}>
            {apps.length > 0 ? (
              <p role="status">
                还有 {numberText(apps.length)} 个应用用它来限定谁能看见：{apps.join("、")}
                。请先在“应用”里改掉，再来删除。
              </p>
            ) : (
              <>
                <p>群组删除后不能恢复。里面的人不受影响，账号、身份和班级都不变。</p>
                <p role="alert" className={css["fault"]}>
                  {fault}
                </p>
                <div className={css["keys"]}>
                  <Button look="primary" busy={busy} onClick={() => void act(remove)}>
                    删除群组
                  </Button>
                  <Button onClick={() => setOpen(false)}>取消</Button>
                </div>
              </>
            )}
          </div>
        </SidePanel>
      ) : null}
    </>
  );
}
