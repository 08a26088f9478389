import { useId, useRef, useState } from "react";
import { planTimetable, TIMETABLE_FILE_BYTES, type AnswerOf, type TimetableFault } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { classNames } from "../../../web/src/ui/class-names.ts";
import { useModule } from "../../kit/react-module.tsx";
import { isRefusal } from "../../kit/refusal.ts";
import { Refused, useAct } from "../../kit/use-act.ts";
import list from "../list/list.module.css";
import { base64Of } from "../rosters/files.ts";
import { goTo } from "../shell/address.ts";
import { DayField } from "../fields/date-field.tsx";
import { requireDays } from "../fields/field-moment.ts";
import { useFileDrop } from "../fields/use-file-drop.ts";
import css from "./timetable.module.css";
import { saveGridTemplate, saveRowsTemplate } from "./timetable-templates.ts";

type Planned = AnswerOf<typeof planTimetable>;

/** Takes the days of the term and a file; what is to be put right is listed, else the planned change is opened. */
export function TimetableForm({
  school,
  term,
}: {
  school: string;
  term: { first_day: string; last_day: string };
}) {
  const { send } = useModule();
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const [first_day, setFirst] = useState(term.first_day);
  const [last_day, setLast] = useState(term.last_day);
  const [read, setRead] = useState<Planned & { name: string }>();
  /** The file that was not read, though nothing is known to be wrong with it. */
  const [left, setLeft] = useState<File>();
  const chooser = useRef<HTMLButtonElement>(null);
  const again = useRef<HTMLButtonElement>(null);
  const { busy, fault, act } = useAct();

  const choose = async (files: readonly File[]) => {
    const [file] = files;
    if (file !== left) setLeft(undefined);
    let kept: File | undefined;
    const isDone = await act(async () => {
      setRead(undefined);
      if (file === undefined) return;
      if (files.length > 1) throw new Refused("一次只选一份文件");
      if (file.size > TIMETABLE_FILE_BYTES) throw new Refused("文件超过 4 MB，请检查后重新选择");
      kept = file;
      if (first_day === "" || last_day === "") throw new Refused("请先填写学期的第一天和最后一天");
      requireDays(first_day, last_day);
      const { name } = file;
      const given = { school_id: school, name, file: await base64Of(file), first_day, last_day };
      const planned = await send(planTimetable, given).catch((error: unknown) => {
        if (isRefusal(error)) kept = undefined;
        throw error;
      });
      if (planned.change_id !== null) goTo(["changes", planned.change_id]);
      else setRead({ ...planned, name });
    });
    // the key goes, and the focus must not go with it
    if (isDone && again.current?.matches(":focus")) chooser.current?.focus();
    setLeft(isDone ? undefined : kept);
  };
  const { isOver, handlers } = useFileDrop((files) => {
    if (!busy) void choose(files);
  });

  return (
    <section
      aria-label="导入课程表"
      className={classNames(list["card"], css["drop"], isOver && css["over"])}
      {...handlers}
    >
      <div className={css["days"]}>
        <DayField
          label="学期第一天"
          hint="单双周从它所在的周算起"
          value={first_day}
          onChange={setFirst}
        />
        <DayField label="学期最后一天" value={last_day} onChange={setLast} />
      </div>
      <div className={css["keys"]}>
        <Button
          ref={chooser}
          look="primary"
          busy={busy}
          aria-describedby={hint}
          onClick={() => input.current?.click()}
        >
          {read === undefined ? "选择文件…" : "再选一次…"}
        </Button>
        {left === undefined ? null : (
          <Button ref={again} icon="refresh" busy={busy} onClick={() => void choose([left])}>
            重试：{left.name}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label="课程表文件"
        accept=".xlsx,.csv,.ics,text/calendar"
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])];
          currentTarget.value = "";
          void choose(chosen);
        }}
      />
      <p role="alert" className={css["fault"]}>
        {fault}
      </p>
      {read === undefined ? null : <Faults read={read} />}
      <p id={hint} className={css["soft"]}>
        也可以把文件拖到这里。能读表格 .xlsx 和
        .csv：一个班一张的课程表、全校的总课程表，或每节课一行；也能读日历文件
        .ics。导入会换掉本校原来的课程表；应用之前什么都不会改，应用之后 30 天内可以撤销。
      </p>
      <div className={classNames(css["keys"], css["templates"])}>
        <Button look="quiet" onClick={() => void act(saveRowsTemplate)}>
          下载模板：每节课一行
        </Button>
        <Button look="quiet" onClick={() => void act(saveGridTemplate)}>
          下载模板：一个班一张
        </Button>
      </div>
    </section>
  );
}

function Faults({ read: { name, faults, fault_count } }: { read: Planned & { name: string } }) {
  return (
    <div role="status">
      <h3 className={css["title"]}>
        {name}：有 {fault_count} 处要改正
      </h3>
      <ul className={css["faults"]}>
        {faults.map((fault) => (
          <li key={`${fault.sheet} ${fault.row} ${fault.column} ${fault.message}`}>
            <strong>{placeText(fault)}</strong> {fault.message}
          </li>
        ))}
      </ul>
      {fault_count > faults.length ? (
        <p className={css["soft"]}>只列出前 {faults.length} 处，改好后再选一次会看到其余的。</p>
      ) : null}
    </div>
  );
}

/** Returns the place of a fault: 「三年级 第 4 行 C 列」. */
function placeText({ sheet, row, column }: TimetableFault): string {
  const parts = [
    sheet ?? "",
    row === null ? "" : `第 ${row} 行`,
    column === null ? "" : `${column} 列`,
  ];
  return parts.filter((words) => words !== "").join(" ") || "整份文件";
}
