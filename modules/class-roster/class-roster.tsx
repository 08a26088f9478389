import { useId, useState } from "react";
import { readClassRoster, REFUSALS, type AnswerOf } from "#contract";
import { Avatar } from "../../web/src/ui/avatar.tsx";
import { Button } from "../../web/src/ui/button.tsx";
import { classNames } from "../../web/src/ui/class-names.ts";
import { EmptyState } from "../../web/src/ui/empty-state.tsx";
import { Skeleton } from "../../web/src/ui/skeleton.tsx";
import { TextField } from "../../web/src/ui/text-field.tsx";
import { Card } from "../kit/card.tsx";
import { Failure } from "../kit/failure.tsx";
import { useModule } from "../kit/react-module.tsx";
import { codeOf } from "../kit/refusal.ts";
import { ResetPupil } from "../kit/reset-pupil.tsx";
import { useAnswer } from "../kit/use-answer.ts";
import { usePersonKey } from "../kit/use-person-key.ts";
import css from "./class-roster.module.css";
import { Requests } from "./requests.tsx";
import { foundPupils, temporaryText } from "./rules.ts";

type Roster = AnswerOf<typeof readClassRoster>;

/** Lists the pupils of the person's classes: `/module/class-roster/{class id?}` (SE-11). */
export function ClassRoster() {
  const { place } = useModule();
  // another identity or school has other classes
  const person = usePersonKey();
  const [names, setNames] = useState(0);
  const class_id = place.path[0];
  const input = class_id === undefined ? {} : { class_id };
  return (
    <div className={css["page"]}>
      <Requests key={person} onNamesChanged={() => setNames((now) => now + 1)} />
      <RosterOf key={`${person}/${names}/${class_id ?? ""}`} input={input} />
    </div>
  );
}

function RosterOf({ input }: { input: { class_id?: string } }) {
  const { data, error, reload } = useAnswer(readClassRoster, input);
  if (data === undefined) {
    if (error === undefined) return <Skeleton height={360} />;
    return codeOf(error) === REFUSALS.notAllowed.code ? (
      <NoClasses />
    ) : (
      <Failure error={error} onRetry={reload} />
    );
  }
  if (data.class_id === null) return <NoClasses />;
  const name = data.classes.find(({ id }) => id === data.class_id)?.name ?? "";
  return (
    <Card
      title={`${name}，${data.pupils.length} 名学生`}
      hint="学生忘记密码时，可以在这里设一个临时密码。"
    >
      <Pupils roster={data} onReset={reload} />
    </Card>
  );
}

function NoClasses() {
  return (
    <EmptyState title="这里还没有班级">
      班主任在这里看到自己所带的班，学校管理员看到本校所有的班。请先切换到相应的身份和学校。
    </EmptyState>
  );
}

function ClassChoice({ classes, class_id }: Pick<Roster, "classes" | "class_id">) {
  const { name, navigate } = useModule();
  const id = useId();
  if (classes.length < 2) return null;
  return (
    <p className={css["class"]}>
      <label className={css["label"]} htmlFor={id}>
        班级
      </label>
      <select
        id={id}
        className={css["select"]}
        value={class_id ?? ""}
        onChange={({ target }) => navigate(`/module/${name}/${encodeURIComponent(target.value)}`)}
      >
        {classes.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
    </p>
  );
}

function Pupils({ roster, onReset }: { roster: Roster; onReset: () => void }) {
  const { pupils } = roster;
  const { navigate } = useModule();
  const [wanted, setWanted] = useState("");
  const found = foundPupils(pupils, wanted);
  return (
    <>
      <div className={css["tools"]}>
        <ClassChoice {...roster} />
        <TextField
          className={css["search"]}
          label="按姓名或账号查找"
          type="search"
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
      </div>
      {found.length === 0 ? (
        <p className={css["soft"]} role="status">
          {pupils.length === 0 ? "这个班还没有学生。" : "没有找到这样的学生。"}
        </p>
      ) : null}
      <ul className={css["pupils"]}>
        {found.map((pupil) => (
          <li key={pupil.id} className={classNames(css["pupil"], pupil.has_growth && css["two"])}>
            <Avatar name={pupil.name} src={pupil.avatar} size={44} />
            <div className={css["words"]}>
              <p>{pupil.name}</p>
              <p className={css["soft"]}>
                {[pupil.account, temporaryText(pupil.temporary_until)].filter(Boolean).join(" · ")}
              </p>
            </div>
            {pupil.has_growth ? (
              <Button
                aria-label={`成长档案：${pupil.name}`}
                onClick={() => navigate(`/module/growth-record/${encodeURIComponent(pupil.id)}`)}
              >
                成长档案
              </Button>
            ) : null}
            <ResetPupil id={pupil.id} name={pupil.name} onReset={onReset} />
          </li>
        ))}
      </ul>
    </>
  );
}
