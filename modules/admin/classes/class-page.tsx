import { useMemo, useRef, useState } from "react";
import { readClass, type AdministeredClass, type AnswerOf, type Change } from "#contract";
import { useAnswer } from "../../kit/use-answer.ts";
import { ClassReads } from "../audit/class-reads.tsx";
import { usePlanning } from "../change/planning.ts";
import { PlanButton } from "../change/plan-button.tsx";
import { PlanPanel } from "../change/plan-panel.tsx";
import { Grid, type Column, type RowKind } from "../list/grid.tsx";
import css from "../list/list.module.css";
import { SelectionBar } from "../list/selection-bar.tsx";
import { useSelection, type Selection } from "../list/use-selection.ts";
import { MoveInto } from "../people/act-forms.tsx";
import { Part } from "../person/part.tsx";
import page from "../person/person.module.css";
import { AT, hrefOf } from "../shell/address.ts";
import { Heading } from "../shell/heading.tsx";
import { Mark } from "../shell/mark.tsx";
import { mayAnywhere, useOwn } from "../shell/own.tsx";
import { PersonLink } from "../shell/person-link.tsx";
import { numberText } from "../shell/words.ts";
import { WaitingPage } from "../shell/waiting-page.tsx";
import { DropTargets } from "./drop-targets.tsx";
import { EditClass } from "./forms.tsx";
import { gradeText } from "./rules.ts";
import { SplitClass } from "./split-form.tsx";
import { TeachersForm } from "./teachers-form.tsx";

type Answer = AnswerOf<typeof readClass>;
type Pupil = Answer["pupils"][number];
export type Teacher = Answer["teachers"][number];

/** Page of a class: its pupils, its teachers, and the acts on it (AD-09). */
export function ClassPage({ school, id }: { school: string; id: string }) {
  const { data, error, reload } = useAnswer(readClass, { school_id: school, class_id: id });
  if (data !== undefined) return <Room data={data} onChanged={reload} />;
  return (
    <WaitingPage
      title="班级"
      place={`classes/${school}/${id}`}
      error={error}
      onRetry={reload}
      missing={{
        title: "没有这个班级",
        list: "classes",
        back: "返回班级列表",
        why: "地址可能输错了，或者这个班级不在您管理的范围内。",
      }}
    />
  );
}

interface RoomParts {
  data: Answer;
  onChanged: () => void;
}

function Room({ data, onChanged }: RoomParts) {
  const own = useOwn();
  const room = data.class;
  const { school_id, id, name, is_abled } = room;
  const selection = useSelection(idOf);
  return (
    <>
      <p className={page["back"]}>
        <a href={hrefOf(["classes"], { [AT]: school_id })}>班级</a>
      </p>
      <div className={page["top"]}>
        <div className={page["whoAlone"]}>
          <Heading title={name} place={`classes/${school_id}/${id}`}>
            {is_abled ? null : <Mark tone="quiet">已归档</Mark>}
          </Heading>
          <p className={page["soft"]}>
            {gradeText(room.grade_id)} · {numberText(room.pupils)} 名学生 ·{" "}
            {room.is_roster_owned ? "来自名册" : "手工建立或表格导入"}
          </p>
        </div>
        {mayAnywhere(own, "class.write") ? (
          <div className={page["keys"]}>
            <PlanButton
              title={`改名或换年级：${name}`}
              form={<EditClass room={room} />}
              onSettled={onChanged}
            >
              改名…
            </PlanButton>
            {is_abled && data.pupils.length > 1 ? (
              <PlanButton
                title={`拆班：${name}`}
                form={
                  <SplitClass
                    room={room}
                    pupils={data.pupils}
                    chosen={[...selection.chosen.keys()]}
                  />
                }
                onSettled={() => {
                  selection.clear();
                  onChanged();
                }}
              >
                拆班…
              </PlanButton>
            ) : null}
            <PlanButton
              title={`${is_abled ? "归档" : "恢复"}班级：${name}`}
              change={{
                kind: "class-state",
                school_id,
                class_ids: [id],
                is_abled: !is_abled,
              }}
              onSettled={onChanged}
            >
              {is_abled ? "归档…" : "恢复…"}
            </PlanButton>
          </div>
        ) : null}
      </div>
      <div className={page["below"]}>
        <Teachers data={data} onChanged={onChanged} />
        <Pupils data={data} selection={selection} onChanged={onChanged} />
        <ClassReads school={school_id} id={id} />
      </div>
    </>
  );
}

function Teachers({ data, onChanged }: RoomParts) {
  const own = useOwn();
  const { teachers } = data;
  const may = mayAnywhere(own, "class.write");
  return (
    <Part
      title="教师"
      wide
      acts={
        may ? (
          <PlanButton
            look="quiet"
            title={`安排任课：${data.class.name}`}
            form={<TeachersForm room={data.class} teachers={teachers} />}
            onSettled={onChanged}
          >
            安排任课…
          </PlanButton>
        ) : null
      }
    >
      {teachers.length === 0 ? <p className={page["soft"]}>还没有安排教师。</p> : null}
      <ul className={page["list"]}>
        {teachers.map((teacher) => (
          <li key={`${teacher.id}/${teacher.subject_id}`} className={page["item"]}>
            <div className={page["words"]}>
              <p>
                <PersonLink id={teacher.id} name={teacher.name} />
                {teacher.subject_name === "" ? "" : ` · ${teacher.subject_name}`}{" "}
                {teacher.is_head ? <Mark tone="good">班主任</Mark> : null}
              </p>
              <p className={page["soft"]}>{teacher.account}</p>
            </div>
          </li>
        ))}
      </ul>
    </Part>
  );
}

const COLUMNS: readonly Column<Pupil>[] = [
  { id: "account", title: "账号", share: 2, cell: ({ account }) => account },
  {
    id: "state",
    title: "状态",
    share: 1,
    cell: ({ is_abled }) =>
      is_abled ? <Mark tone="plain">正常</Mark> : <Mark tone="quiet">已停用</Mark>,
  },
];

/** Asks for the class that pupils of this one go to. */
function MovePupils({ room, ids }: { room: Answer["class"]; ids: string[] }) {
  const { plan } = usePlanning();
  const { school_id, id: from_class_id } = room;
  return (
    <MoveInto
      school={school_id}
      except={from_class_id}
      onClass={(to_class_id) =>
        plan({ kind: "class-place", school_id, user_ids: ids, from_class_id, to_class_id })
      }
    />
  );
}

function Pupils({ data, selection, onChanged }: RoomParts & { selection: Selection<Pupil> }) {
  const own = useOwn();
  const { class: room, pupils } = data;
  const [dragged, setDragged] = useState<readonly string[]>([]);
  const [dropped, setDropped] = useState<{ change: Change; into: AdministeredClass }>();
  const hasSettled = useRef(false);
  const onSettled = () => {
    selection.clear();
    onChanged();
  };
  const may = mayAnywhere(own, "class.write");
  const ids = [...selection.chosen.keys()];
  const { school_id, id: from_class_id } = room;
  const { chosen } = selection;
  const drag = useMemo(
    () => ({
      // who is chosen is dragged with all who are
      onStart: ({ id }: Pupil) => setDragged(chosen.has(id) ? [...chosen.keys()] : [id]),
      onEnd: () => setDragged([]),
    }),
    [chosen],
  );
  return (
    <Part
      title={`学生（${numberText(pupils.length)}）`}
      wide
      acts={
        pupils.length === 0 ? null : (
          <a href={hrefOf(["people"], { class: room.id, identity: "student" })}>设密码、导出</a>
        )
      }
    >
      {pupils.length === 0 ? (
        <p className={page["soft"]}>这个班还没有学生。</p>
      ) : (
        <Grid
          label="学生"
          rows={pupils}
          of={PUPIL}
          columns={COLUMNS}
          total={pupils.length}
          {...(may && { choice: selection.choice, drag })}
        />
      )}
      {may && pupils.length > 0 ? (
        <p className={css["dragHint"]}>按住一名学生可以拖到同年级的别的班；选中几名就一起拖。</p>
      ) : null}
      {dragged.length === 0 ? null : (
        <DropTargets
          room={room}
          count={dragged.length}
          onDrop={(into) => {
            const user_ids = [...dragged];
            const to_class_id = into.id;
            setDragged([]);
            setDropped({
              into,
              change: { kind: "class-place", school_id, user_ids, from_class_id, to_class_id },
            });
          }}
        />
      )}
      {dropped === undefined ? null : (
        <PlanPanel
          title={`调到${dropped.into.name}`}
          change={dropped.change}
          onSettled={() => {
            hasSettled.current = true;
          }}
          onClose={() => {
            setDropped(undefined);
            if (hasSettled.current) onSettled();
            hasSettled.current = false;
          }}
        />
      )}
      {ids.length === 0 ? null : (
        <SelectionBar what="学生" count={`${ids.length} 名学生`} onClear={selection.clear}>
          <PlanButton
            title={`调班：${ids.length} 名学生`}
            form={<MovePupils room={room} ids={ids} />}
            onSettled={onSettled}
          >
            调班…
          </PlanButton>
          <PlanButton
            title={`移出班级：${ids.length} 名学生`}
            change={{ kind: "class-place", school_id, user_ids: ids, from_class_id }}
            onSettled={onSettled}
          >
            移出班级…
          </PlanButton>
        </SelectionBar>
      )}
    </Part>
  );
}

const idOf = ({ id }: Pupil) => id;

const PUPIL: RowKind<Pupil> = {
  idOf,
  labelOf: ({ name }) => name,
  hrefOf: ({ id }) => hrefOf(["people", id]),
  nameTitle: "姓名",
  name: ({ name }) => name,
  brief: ({ account, is_abled }) => `${account}${is_abled ? "" : " · 已停用"}`,
};
