import { useRef, useState } from "react";
import type { RosterDraft, RosterNewClass } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { Choice as Keys } from "../../../web/src/ui/choice.tsx";
import { hrefOf } from "../shell/address.ts";
import { Choice } from "../fields/choice.tsx";
import { numberText } from "../shell/words.ts";
import { ArrivalAsk, ClassAsk, NEW, PersonAsk } from "./asks.tsx";
import { gradeOptions, KIND_NAMES } from "./rules.ts";
import css from "./rosters.module.css";
import type { Ends, Roster } from "./use-roster.ts";

/** Classes that are asked about one by one; of more, what has no answer yet can be answered in one go. */
const FEW = 3;

/** Asks who is who and which class is which, with proposals; then who leaves, and plans (RO-05). */
export function DraftPart({ roster, draft }: { roster: Roster; draft: RosterDraft }) {
  return (
    <section aria-label="认人" className={css["card"]}>
      <h3 className={css["title"]} tabIndex={-1} data-asks>
        {numberText(draft.people)} 位{KIND_NAMES[draft.kind]}：
        {[
          `已在学校 ${numberText(draft.found)} 人`,
          `新来 ${numberText(draft.made)} 人`,
          draft.asks.length === 0 ? "" : `待辨认 ${numberText(draft.asks.length)} 人`,
          draft.arrivals.length === 0 ? "" : `可能转来 ${numberText(draft.arrivals.length)} 人`,
          draft.waiting === 0 ? "" : `等原来的学校放行 ${numberText(draft.waiting)} 人`,
        ]
          .filter(Boolean)
          .join("，")}
      </h3>
      {draft.is_ready ? (
        <Plan roster={roster} draft={draft} />
      ) : (
        <Questions
          key={[
            ...[...draft.asks, ...draft.arrivals].map(({ seq }) => seq),
            ...draft.classes.flatMap(({ key, is_open }) => (is_open ? key : [])),
          ].join()}
          roster={roster}
          draft={draft}
        />
      )}
    </section>
  );
}

function Questions({ roster, draft }: { roster: Roster; draft: RosterDraft }) {
  const { asks, arrivals, classes, later } = draft;
  const options = gradeOptions(draft.grade_ids);
  const list = useRef<HTMLUListElement>(null);
  const open = classes.filter(({ is_open }) => is_open);
  const [people, setPeople] = useState<ReadonlyMap<number, string>>(
    new Map(asks.map(({ seq, proposal }) => [seq, proposal ?? NEW])),
  );
  const [coming, setComing] = useState<ReadonlyMap<number, boolean>>(
    new Map(arrivals.map(({ seq, proposal }) => [seq, proposal])),
  );
  const [rooms, setRooms] = useState<ReadonlyMap<string, string>>(
    new Map(
      // where one may be meant that is there, none is chosen beforehand
      open.flatMap(({ key, proposal, near }) =>
        proposal === null && near.length > 0 ? [] : [[key, proposal?.class_id ?? NEW] as const],
      ),
    ),
  );
  const [grades, setGrades] = useState<ReadonlyMap<string, string>>(new Map());
  const [missing, setMissing] = useState<RosterNewClass>();
  const unsaid = open.filter(({ key }) => !rooms.has(key));
  const ungraded = open.filter(
    ({ key, grade_id }) => rooms.get(key) === NEW && grade_id === null && !grades.has(key),
  );

  function done() {
    const index = open.findIndex((one) => unsaid.includes(one) || ungraded.includes(one));
    if (index >= 0) {
      setMissing(open[index]);
      // the last field of a question is what it lacks
      const fields = list.current?.children[index]?.querySelectorAll("input");
      const field = fields?.[fields.length - 1];
      field?.scrollIntoView({ block: "center" });
      return field?.focus({ preventScroll: true });
    }
    const idOf = (value: string | undefined) =>
      value === undefined || value === NEW ? null : value;
    return roster.answer({
      people: asks.map(({ seq }) => ({ seq, user_id: idOf(people.get(seq)) })),
      arrivals: arrivals.map(({ seq }) => ({ seq, is_transfer: coming.get(seq) === true })),
      classes: open.map(({ key }) => {
        const grade_id = grades.get(key);
        return { key, class_id: idOf(rooms.get(key)), ...(grade_id !== undefined && { grade_id }) };
      }),
    });
  }

  return (
    <form
      aria-label="谁是谁"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        done();
      }}
    >
      <p className={css["soft"]}>
        下面的人和班级看不准，请看一看；看得出最可能是谁的，已经选好。对人的回答会记住，下一份文件不再问。
        {later === 0 ? "" : `答完这些，还要问 ${numberText(later)} 个。`}
      </p>
      {open.length > FEW ? (
        <div role="group" aria-label="一起回答" className={css["sheetParts"]}>
          {open.some(({ proposal, near }) => proposal === null && near.length > 0) ? (
            <Button
              onClick={() =>
                setRooms(new Map([...rooms, ...unsaid.map(({ key }) => [key, NEW] as const)]))
              }
            >
              没有选的都新建
            </Button>
          ) : null}
          {open.some(({ grade_id }) => grade_id === null) ? (
            <Choice
              className={css["grade"]}
              label="没有年级的都是…"
              options={options}
              value=""
              onChange={(grade) =>
                setGrades(new Map([...grades, ...ungraded.map(({ key }) => [key, grade] as const)]))
              }
            />
          ) : null}
          <span role="status">还有 {numberText(unsaid.length + ungraded.length)} 个班级没有答</span>
        </div>
      ) : null}
      <ul ref={list} className={css["asks"]}>
        {open.map((one) => (
          <ClassAsk
            key={one.key}
            one={one}
            value={rooms.get(one.key) ?? ""}
            grade={grades.get(one.key) ?? one.grade_id ?? ""}
            options={options}
            isMissing={missing === one}
            onChoose={(value) => {
              setMissing(undefined);
              setRooms(new Map(rooms).set(one.key, value));
            }}
            onGrade={(grade) => {
              setMissing(undefined);
              setGrades(new Map(grades).set(one.key, grade));
            }}
          />
        ))}
        {asks.map((ask) => (
          <PersonAsk
            key={ask.seq}
            ask={ask}
            value={people.get(ask.seq) ?? NEW}
            onChoose={(value) => setPeople(new Map(people).set(ask.seq, value))}
          />
        ))}
        {arrivals.map((one) => (
          <ArrivalAsk
            key={one.seq}
            one={one}
            isTransfer={coming.get(one.seq) === true}
            onChoose={(is) => setComing(new Map(coming).set(one.seq, is))}
          />
        ))}
      </ul>
      <Button type="submit" look="primary" className={css["again"]}>
        就这样，继续
      </Button>
    </form>
  );
}

function Plan({
  roster,
  draft: { kind, gone, classes, waiting },
}: {
  roster: Roster;
  draft: RosterDraft;
}) {
  const [ends, setEnds] = useState<Ends>("nobody");
  const made = classes.filter(({ answer }) => answer?.class_id == null).map(({ name }) => name);
  const word = KIND_NAMES[kind];
  const choices: (readonly [Ends, string])[] = [["nobody", "都留着，不改"]];
  if (gone.classes > 0) {
    choices.push(["classes", `文件里的班级中 ${numberText(gone.classes)} 人离校`]);
  }
  if (gone.school > 0) choices.push(["school", `全校 ${numberText(gone.school)} 人离校`]);
  return (
    <form
      aria-label="计划"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        roster.plan(ends);
      }}
    >
      {made.length === 0 ? null : <p className={css["told"]}>将新建班级：{made.join("、")}</p>}
      {waiting === 0 ? null : (
        <p className={css["told"]}>
          {numberText(waiting)} 位学生等原来的学校放行，这次不导入，见
          <a href={hrefOf(["people", "transfers"])}>“人员”的“转学”</a>。
        </p>
      )}
      {choices.length === 1 ? null : (
        <>
          <Keys name={`不在文件里的${word}`} options={choices} value={ends} onChoose={setEnds} />
          <p className={css["soft"]}>
            离校的人不能再以本校身份登录，账号和数据按学校的规则保留；只有这份文件写全了的时候才选离校。
          </p>
        </>
      )}
      <Button type="submit" look="primary">
        看看会改什么
      </Button>
    </form>
  );
}
