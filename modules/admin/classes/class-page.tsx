import { readClass, type AnswerOf } from "#contract";
import { useAnswer } from "../../kit/use-answer.ts";
import { ClassReads } from "../audit/class-reads.tsx";
import { PlanButton } from "../change/plan-button.tsx";
import { useSelection } from "../list/use-selection.ts";
import { Part } from "../person/part.tsx";
import page from "../person/person.module.css";
import { PLACE_PARAMETER, hrefOf } from "../shell/address.ts";
import { BackLink, Heading } from "../shell/heading.tsx";
import { StateBadge } from "../shell/state-badge.tsx";
import { mayAnywhere, useOwnRights } from "../shell/own-rights.tsx";
import { PersonLink } from "../shell/person-link.tsx";
import { numberText } from "../shell/words.ts";
import { WaitingPage } from "../shell/waiting-page.tsx";
import { Origin } from "../shell/written-by.tsx";
import { idOf, Pupils } from "./class-pupils.tsx";
import { EditClass } from "./forms.tsx";
import { gradeText } from "./rules.ts";
import { SplitClass } from "./split-form.tsx";
import { TeachersForm } from "./teachers-form.tsx";

type Answer = AnswerOf<typeof readClass>;
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
  const own = useOwnRights();
  const room = data.class;
  const { school_id, id, name, is_abled } = room;
  const selection = useSelection(idOf);
  // who has left is listed until somebody takes them out
  const present = data.pupils.filter(({ memberships }) =>
    memberships.some(
      (one) => one.school_id === school_id && one.identity === "student" && one.is_abled,
    ),
  );
  return (
    <>
      <BackLink href={hrefOf(["classes"], { [PLACE_PARAMETER]: school_id })}>班级</BackLink>
      <div className={page["top"]}>
        <div className={page["whoAlone"]}>
          <Heading title={name} place={`classes/${school_id}/${id}`}>
            {is_abled ? null : <StateBadge tone="quiet">已归档</StateBadge>}
          </Heading>
          <p className={page["soft"]}>
            {gradeText(room.grade_id)} · {numberText(room.pupils)} 名学生 ·{" "}
            <Origin {...data.written} />
          </p>
        </div>
        {mayAnywhere(own, "class.write") ? (
          <div className={page["keys"]}>
            <PlanButton
              title={`改名或换年级：${name}`}
              form={<EditClass room={room} />}
              onSettled={onChanged}
              onStale={onChanged}
            >
              改名…
            </PlanButton>
            {is_abled && present.length > 1 ? (
              <PlanButton
                title={`拆班：${name}`}
                form={
                  <SplitClass room={room} pupils={present} chosen={[...selection.chosen.keys()]} />
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
  const own = useOwnRights();
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
                {teacher.is_head ? <StateBadge tone="good">班主任</StateBadge> : null}
              </p>
              <p className={page["soft"]}>
                {teacher.account} · <Origin {...teacher.written} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Part>
  );
}
