import { useId, useRef, useState } from "react";
import { planTimetable, type AnswerOf } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { TextField } from "../../../web/src/ui/text-field.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { Refused, useAct } from "../../kit/use-act.ts";
import { ChooseSchool } from "../list/choose-school.tsx";
import list from "../list/list.module.css";
import page from "../person/person.module.css";
import { base64Of } from "../rosters/files.ts";
import { goTo, hrefOf } from "../shell/address.ts";
import { Heading } from "../shell/heading.tsx";
import { useAt } from "../shell/place-strip.tsx";
import css from "./timetable.module.css";

type Planned = AnswerOf<typeof planTimetable>;

/** `/module/admin/classes/timetable`: imports a school's timetable, as a change that is looked at before it counts (HO-03). */
export function Timetable() {
  const { one } = useAt();
  if (one === undefined || one.kind !== "school") {
    return <ChooseSchool title="课程表" place="classes/timetable" words="课程表按学校导入。" />;
  }
  return (
    <>
      <p className={page["back"]}>
        <a href={hrefOf(["classes"])}>班级</a>
      </p>
      <Heading title="课程表" place="classes/timetable" />
      <ImportForm key={one.id} school={one.id} />
    </>
  );
}

function ImportForm({ school }: { school: string }) {
  const { send } = useModule();
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const [first_day, setFirst] = useState("");
  const [last_day, setLast] = useState("");
  const [read, setRead] = useState<Planned & { name: string }>();
  const { busy, fault, act } = useAct();

  const choose = (file: File) =>
    void act(async () => {
      setRead(undefined);
      if (first_day === "" || last_day === "") throw new Refused("请先填写学期的第一天和最后一天");
      const { name } = file;
      const given = { school_id: school, name, file: await base64Of(file), first_day, last_day };
      const planned = await send(planTimetable, given);
      if (planned.change_id !== null) goTo(["changes", planned.change_id]);
      else setRead({ ...planned, name });
    });

  return (
    <section className={list["card"]} aria-label="导入课程表">
      <div className={css["days"]}>
        <TextField
          label="学期第一天"
          type="date"
          value={first_day}
          onChange={({ target }) => setFirst(target.value)}
        />
        <TextField
          label="学期最后一天"
          type="date"
          value={last_day}
          onChange={({ target }) => setLast(target.value)}
        />
      </div>
      <Button
        look="primary"
        busy={busy}
        aria-describedby={hint}
        onClick={() => input.current?.click()}
      >
        选择文件…
      </Button>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label="课程表文件"
        accept=".xlsx,.csv"
        onChange={({ currentTarget }) => {
          const [file] = [...(currentTarget.files ?? [])];
          currentTarget.value = "";
          if (file !== undefined) choose(file);
        }}
      />
      <p id={hint} className={css["soft"]}>
        .xlsx 或 .csv，每节课一行，表头为：班级、星期、节次、开始、结束、科目，可以有
        教师、教室、单双周。单双周从学期第一天所在的周算起。导入会换掉本校原来的课程表；应用之前什么都不会改，应用之后
        30 天内可以撤销。
      </p>
      <p role="alert" className={css["fault"]}>
        {fault}
      </p>
      {read === undefined ? null : (
        <div role="status">
          <p>
            {read.name}：有 {read.fault_count} 处要改，改好后请再选一次。
          </p>
          <ul className={css["faults"]}>
            {read.faults.map(({ row, message }) => (
              <li key={`${row} ${message}`}>
                第 {row} 行：{message}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
