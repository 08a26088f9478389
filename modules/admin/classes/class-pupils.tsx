import { useMemo, useRef, useState } from "react";
import type { AdministeredClass, AnswerOf, Change, readClass } from "#contract";
import { PlanButton } from "../change/plan-button.tsx";
import { PlanPanel } from "../change/plan-panel.tsx";
import { Grid, type Column, type RowKind } from "../list/grid.tsx";
import css from "../list/list.module.css";
import { BY_ACCOUNT } from "../list/namesakes.ts";
import { SelectionBar } from "../list/selection-bar.tsx";
import type { Selection } from "../list/use-selection.ts";
import { MoveFrom } from "../people/act-forms.tsx";
import { stateOf } from "../people/rules.ts";
import { Part } from "../person/part.tsx";
import page from "../person/person.module.css";
import { hrefOf } from "../shell/address.ts";
import { StateBadge } from "../shell/state-badge.tsx";
import { mayAnywhere, useOwnRights } from "../shell/own-rights.tsx";
import { numberText } from "../shell/words.ts";
import { DropTargets } from "./drop-targets.tsx";

type Answer = AnswerOf<typeof readClass>;
type Pupil = Answer["pupils"][number];

const COLUMNS: readonly Column<Pupil>[] = [
  { id: "account", title: "账号", share: 2, cell: ({ account }) => account },
  {
    id: "state",
    title: "状态",
    share: 1,
    cell: (pupil) => {
      const { text, tone } = stateOf(pupil);
      return <StateBadge tone={tone}>{text}</StateBadge>;
    },
  },
];

/** Lists the pupils of a class, who are moved to others by choice or by drag; the choice is the page's. */
export function Pupils({
  data,
  selection,
  onChanged,
}: {
  data: Answer;
  selection: Selection<Pupil>;
  onChanged: () => void;
}) {
  const own = useOwnRights();
  const { class: room, pupils } = data;
  const left = pupils.length - room.pupils;
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
      title={`学生（${numberText(room.pupils)}${left > 0 ? `，另有 ${numberText(left)} 位已停用` : ""}）`}
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
            form={<MoveFrom room={room} user_ids={ids} />}
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

/** Returns the id by which pupils are chosen. */
export const idOf = ({ id }: Pupil) => id;

const PUPIL: RowKind<Pupil> = {
  idOf,
  labelOf: ({ name }) => name,
  hrefOf: ({ id }) => hrefOf(["people", id]),
  nameTitle: "姓名",
  name: ({ name }) => name,
  brief: (pupil) => `${pupil.account} · ${stateOf(pupil).text}`,
  apart: BY_ACCOUNT,
};
