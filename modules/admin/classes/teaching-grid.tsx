import { useRef, type ClipboardEvent, type KeyboardEvent } from "react";
import { readClasses, readTeaching, type AdministeredClass, type AnswerOf } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { useAnswer } from "../../kit/use-answer.ts";
import { PlanButton } from "../change/plan-button.tsx";
import { SourceContext } from "../change/planning.ts";
import { ChooseSchool } from "../list/choose-school.tsx";
import list from "../list/list.module.css";
import { hrefOf, useQuery } from "../shell/address.ts";
import { Choice } from "../fields/choice.tsx";
import { BackLink, Heading } from "../shell/heading.tsx";
import { usePlace } from "../shell/place-strip.tsx";
import { RostersLink } from "../shell/rosters-link.tsx";
import { ScrollBox } from "../shell/scroll-box.tsx";
import { numberText } from "../shell/words.ts";
import { Waiting } from "../shell/waiting-page.tsx";
import { classesInOrder, gradeText } from "./rules.ts";
import { PasteBlock } from "./paste-block.tsx";
import { TeachingProblems } from "./teaching-problems.tsx";
import { cellKey } from "./teaching-rules.ts";
import { useTeaching } from "./use-teaching.ts";
import css from "./teaching.module.css";

/** `/module/admin/classes/teaching`: who teaches what, as a grid of classes and subjects (AD-09). */
export function Teaching() {
  const { one } = usePlace();
  if (one === undefined || one.kind !== "school") {
    return <ChooseSchool title="任课表" place="classes/teaching" words="任课表按学校查看。" />;
  }
  return (
    <>
      <BackLink href={hrefOf(["classes"])}>班级</BackLink>
      <TeachingOf key={one.id} school={one.id} />
    </>
  );
}

function TeachingOf({ school }: { school: string }) {
  const classes = useAnswer(readClasses, { school_id: school });
  const teaching = useAnswer(readTeaching, { school_id: school });
  const again = () => {
    classes.reload();
    teaching.reload();
  };
  const error = classes.error ?? teaching.error;
  if (classes.data === undefined || teaching.data === undefined) {
    return (
      <>
        <Heading title="任课表" place="classes/teaching" />
        <div className={list["card"]}>
          <Waiting label="正在加载任课表" height={360} error={error} onRetry={again} />
        </div>
      </>
    );
  }
  return (
    <Sheet
      school={school}
      classes={classesInOrder(classes.data.classes)}
      teaching={teaching.data}
      nth={teaching.nth}
      onSettled={again}
    />
  );
}

/** More classes than these are only shown by grade. */
const SHOWN_AT_ONCE = 60;
const ALL = "all";

function Sheet({
  school,
  classes,
  teaching,
  nth,
  onSettled,
}: {
  school: string;
  classes: readonly AdministeredClass[];
  teaching: AnswerOf<typeof readTeaching>;
  /** The answer's number. */
  nth: number;
  onSettled: () => void;
}) {
  const [query, change] = useQuery();
  const body = useRef<HTMLTableSectionElement>(null);
  const sheet = useTeaching(school, classes, teaching, nth);
  const { columns, others, edited, problems, lost } = sheet;
  const grades = [...new Set(classes.map(({ grade_id }) => grade_id))];
  const first = classes.length <= SHOWN_AT_ONCE ? ALL : (grades[0] ?? ALL);
  const grade = query["grade"] || first;
  const rows = classes.filter(({ grade_id }) => grade === ALL || grade_id === grade);

  const focusCell = (key: string) =>
    body.current
      ?.querySelectorAll<HTMLInputElement>("input")
      .forEach((input) => input.dataset["cell"] === key && input.focus());

  return (
    <>
      <Heading title="任课表" place="classes/teaching">
        <p className={list["count"]} role="status">
          {edited.length === 0 ? "" : `已改 ${numberText(edited.length)} 格，还没有应用`}
        </p>
        <PasteBlock onPaste={(text) => sheet.paste(text, rows, null)} lost={lost} />
      </Heading>
      <div className={list["card"]}>
        <div className={list["filters"]}>
          <Choice
            className={list["choice"]}
            label="年级"
            none={classes.length <= SHOWN_AT_ONCE ? "所有年级" : "请选年级"}
            options={grades.map((id) => ({ value: id, label: gradeText(id) }))}
            value={grade === ALL ? "" : grade}
            onChange={(id) => change({ grade: id })}
          />
          {others.length === 0 ? null : (
            <Choice
              className={list["choice"]}
              label="添加学科"
              options={others.map(({ id, name }) => ({ value: id, label: name }))}
              value=""
              onChange={sheet.addSubject}
            />
          )}
        </div>
        <p className={css["hint"]}>
          一格可以有几位教师，用“、”分开；写姓名、账号或工号。可以从 Excel
          里复制一块，在左上角那一格粘贴。
        </p>
        <TeachingProblems
          problems={problems}
          lost={lost}
          onFocus={focusCell}
          onChoose={sheet.choose}
        />
        <p role="alert" className={list["fault"]}>
          {sheet.fault}
        </p>
        {rows.length === 0 ? (
          <EmptyState title="还没有班级" action={<RostersLink />}>
            导入名册会带来班级，也可以在班级里新建。
          </EmptyState>
        ) : (
          <ScrollBox label="任课表，可以左右滚动" hint="右边还有学科，可以左右滚动 →">
            <table className={css["grid"]} aria-label="任课表">
              <thead>
                <tr>
                  <th scope="col">班级</th>
                  {columns.map(({ id, name }) => (
                    <th key={id} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody ref={body} onKeyDown={stepCells}>
                {rows.map((room, row) => (
                  <tr key={room.id}>
                    <th scope="row">{room.name}</th>
                    {columns.map(({ id, name }, column) => {
                      const key = cellKey(room.id, id);
                      const text = sheet.textAt(key);
                      return (
                        <td key={id}>
                          <input
                            className={css["cell"]}
                            // several teachers, or one with what tells them apart, are read whole
                            style={{ minWidth: `clamp(112px, ${text.length + 1}em, 260px)` }}
                            data-cell={key}
                            data-edited={sheet.isEdited(key) || undefined}
                            aria-label={`${room.name}，${name}`}
                            aria-invalid={sheet.wrong.has(key)}
                            value={text}
                            spellCheck={false}
                            autoComplete="off"
                            onChange={({ target }) => sheet.write(key, target.value)}
                            onPaste={(event: ClipboardEvent) => {
                              const pasted = event.clipboardData.getData("text/plain");
                              if (!/[\t\n]/.test(pasted.trimEnd())) return;
                              event.preventDefault();
                              sheet.paste(pasted, rows, { row, column });
                            }}
                          />
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollBox>
        )}
      </div>
      {edited.length === 0 ? null : (
        <div className={list["acts"]} role="group" aria-label="对改过的格子">
          <p role="status">已改 {numberText(edited.length)} 格</p>
          {problems.length > 0 ? (
            <p>{numberText(problems.length)} 处没有对上，改好后再预览</p>
          ) : sheet.waits ? (
            <p>正在查找教师……</p>
          ) : (
            <SourceContext value={sheet.source}>
              <PlanButton
                title="修改任课"
                change={{
                  kind: "teaching-grid",
                  school_id: school,
                  cells: edited.map(({ class_id, subject_id, resolved }) => ({
                    ...{ class_id, subject_id },
                    user_ids: resolved.flatMap(({ id }) => id ?? []),
                  })),
                }}
                onSettled={() => {
                  sheet.settle();
                  onSettled();
                }}
              >
                预览修改…
              </PlanButton>
            </SourceContext>
          )}
          <Button look="quiet" onClick={sheet.clear}>
            放弃修改
          </Button>
        </div>
      )}
    </>
  );
}

/** Enter and the arrows lead up and down a column, as in a spreadsheet. */
function stepCells(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === "ArrowUp" ? -1 : ["ArrowDown", "Enter"].includes(event.key) ? 1 : 0;
  const { target } = event;
  if (step === 0 || !(target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return;
  const row = target.closest("tr");
  const cell = target.closest("td");
  const next = step > 0 ? row?.nextElementSibling : row?.previousElementSibling;
  const column = cell === null || row === null ? -1 : Array.from(row.children).indexOf(cell);
  const input = next?.children[column]?.querySelector("input");
  if (!input) return;
  event.preventDefault();
  input.focus();
  input.select();
}
