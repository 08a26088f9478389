import type { RosterArrival, RosterAsk, RosterNewClass } from "#contract";
import { Choice as Keys } from "../../../web/src/ui/choice.tsx";
import { Choice, type Option } from "../fields/choice.tsx";
import { numberText } from "../shell/words.ts";
import css from "./rosters.module.css";

/** The answer that somebody or a class is in the platform for the first time. */
export const NEW = "new";

/** Asks which of the people that the platform knows a row is. */
export function PersonAsk({
  ask: { name, row, number, birth_date, class_name, candidates },
  value,
  onChoose,
}: {
  ask: RosterAsk;
  value: string;
  onChoose: (value: string) => void;
}) {
  const facts = [`第 ${row} 行`, class_name, number ?? "", birth_date ?? ""].filter(Boolean);
  const options = candidates.map((one): readonly [string, string] => [
    one.user_id,
    `就是 ${[
      one.name,
      one.class_name,
      one.number ?? "",
      one.birth_date ?? "",
      one.is_present ? "" : "已离校",
    ]
      .filter(Boolean)
      .join(" · ")}`,
  ]);
  const why = [...new Set(candidates.map((one) => one.why))].join("；");
  return (
    <li className={css["ask"]}>
      <Keys
        name={`文件里的“${name}”（${facts.join("，")}）`}
        options={[...options, [NEW, "是另一个人，新建"]]}
        value={value}
        onChoose={onChoose}
      />
      <p className={css["soft"]}>{why}</p>
    </li>
  );
}

/** Asks whether a newcomer has come from another school of the platform. */
export function ArrivalAsk({
  one: { name, row, number, class_name },
  isTransfer,
  onChoose,
}: {
  one: RosterArrival;
  isTransfer: boolean;
  onChoose: (isTransfer: boolean) => void;
}) {
  const facts = [`第 ${row} 行`, class_name, number ?? ""].filter(Boolean);
  return (
    <li className={css["ask"]}>
      <Keys
        name={`“${name}”（${facts.join("，")}）是新来的，班里的同学多半在校`}
        options={[
          ["transfer", "从本平台的另一所学校转来"],
          [NEW, "新建账号"],
        ]}
        value={isTransfer ? "transfer" : NEW}
        onChoose={(value) => onChoose(value === "transfer")}
      />
      <p className={css["soft"]}>
        {isTransfer
          ? "这次不建账号，先请原来的学校放行；放行以后在“人员”的“转学”里接收，账号和登录方式不变。"
          : "原来的学校不在本平台的，选这一项。"}
      </p>
    </li>
  );
}

/** Asks which class of the school a name is, and the grade of a new one. */
export function ClassAsk({
  one: { name, grade_id, pupils, first, near, proposal },
  value,
  grade,
  options,
  isMissing,
  onChoose,
  onGrade,
}: {
  one: RosterNewClass;
  value: string;
  grade: string;
  /** The grades of the school. */
  options: readonly Option[];
  /** True when it was not answered before one went on. */
  isMissing: boolean;
  onChoose: (value: string) => void;
  onGrade: (grade: string) => void;
}) {
  const known =
    proposal === null
      ? near.map((is): readonly [string, string] => [is.class_id, `应为“${is.name}”`])
      : [[proposal.class_id, `就是“${proposal.name}”，改名为“${name}”`] as const];
  const where =
    pupils > 0 ? `文件里 ${numberText(pupils)} 人` : `第 ${first.row} 行${first.name}写的`;
  return (
    <li className={css["ask"]}>
      <Keys
        name={`班级“${name}”（${where}），学校里没有`}
        options={[...known, [NEW, "新建这个班"]]}
        value={value}
        onChoose={onChoose}
      />
      {proposal === null ? null : (
        <p className={css["soft"]}>
          其中 {numberText(proposal.pupils)} 人现在在“{proposal.name}”。
        </p>
      )}
      {grade_id === null && value === NEW ? (
        <Choice
          className={css["grade"]}
          label={`“${name}”的年级`}
          options={options}
          value={grade}
          onChange={onGrade}
        />
      ) : null}
      <p role="alert" className={css["fault"]}>
        {isMissing && (value === "" ? `请选“${name}”是哪个班，还是新建` : `请为“${name}”选年级`)}
      </p>
    </li>
  );
}
