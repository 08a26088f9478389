import { useState } from "react";
import { PUPIL_OUTCOME_NAMES, readYearPupils, type YearPupil } from "#contract";
import { EmptyState } from "../../../web/src/ui/empty-state.tsx";
import { useAnswer } from "../../kit/use-answer.ts";
import { Choice } from "../fields/choice.tsx";
import { BY_ACCOUNT, namesakes, withTold } from "../list/namesakes.ts";
import { Waiting } from "../shell/waiting-page.tsx";
import { Card, mayEdit, type StepParts } from "./card.tsx";
import { LeftField } from "./name-field.tsx";
import { choiceOf, decisionOf, pupilChoices, withPupil } from "./rules.ts";
import css from "./year.module.css";

/** The second step: who leaves, repeats, moves to another class or stays without one. */
export function Leaving({ year, view, draft }: StepParts) {
  const classes = view.outcome.classes.filter(({ act }) => act !== "new");
  const eldest = classes.find(({ act }) => act === "graduate") ?? classes[0];
  const [chosen, setChosen] = useState(eldest?.class_id ?? "");
  const decided = view.pupils_shown.filter(
    ({ act, class_name }) => act !== null && class_name !== null,
  );
  return (
    <>
      <Card title="另作安排的学生">
        <p className={css["soft"]}>
          没有另作安排的学生随班级升级或毕业。毕业生的学生身份到时停用，{""}
          仍可登录带走自己的数据，直到学校的保留期满。
        </p>
        {decided.length === 0 ? (
          <p>还没有另作安排的学生。</p>
        ) : (
          <Pupils label="另作安排的学生" pupils={decided} parts={{ year, view, draft }} />
        )}
      </Card>
      <Card title="按班级安排">
        {classes.length === 0 ? (
          <EmptyState role="status" icon="box" title="学校还没有班级">
            有了班级，才有人毕业和留级。
          </EmptyState>
        ) : (
          <>
            <Choice
              className={css["choice"]}
              label="班级"
              options={classes.map(({ class_id, name }) => ({
                value: class_id,
                label: name ?? "",
              }))}
              value={chosen}
              onChange={setChosen}
            />
            {chosen === "" ? null : (
              <OfClass key={chosen} class_id={chosen} parts={{ year, view, draft }} />
            )}
          </>
        )}
      </Card>
    </>
  );
}

function OfClass({ class_id, parts }: { class_id: string; parts: StepParts }) {
  const { view } = parts;
  const input = { school_id: view.school.id, class_id, year: view.rules.year };
  const { data, error, reload } = useAnswer(readYearPupils, input);
  if (data === undefined) return <Waiting height={240} error={error} onRetry={reload} />;
  if (data.pupils.length === 0) return <p>这个班没有学生。</p>;
  return <Pupils label="这个班的学生" pupils={data.pupils} class_id={class_id} parts={parts} />;
}

/** Pupils, each with a choice of what becomes of them. */
function Pupils({
  label,
  pupils,
  class_id = null,
  parts: { year, view, draft },
}: {
  label: string;
  pupils: readonly YearPupil[];
  class_id?: string | null;
  parts: StepParts;
}) {
  const { classes } = view.outcome;
  const isOff = !mayEdit(view);
  const told = namesakes(pupils, BY_ACCOUNT);
  const now = new Map(view.pupils_shown.map((one) => [one.user_id, one]));
  return (
    <ul className={css["list"]} aria-label={label}>
      {pupils.map((listed) => {
        const pupil = now.get(listed.user_id) ?? listed;
        const called = withTold(pupil.name, told.get(listed));
        const decision = draft.pupils.find(({ user_id }) => user_id === pupil.user_id);
        const own = classes.find((one) =>
          class_id === null ? one.name === pupil.class_name : one.class_id === class_id,
        );
        const of = { class_id: own?.class_id ?? "", grade_id: own?.grade_id ?? null };
        const options = pupilChoices(classes, of);
        const act = decision?.act ?? null;
        const chosen = choiceOf(act, decision?.class_id ?? pupil.to_class_id);
        return (
          <li key={pupil.user_id} className={css["row"]}>
            <div className={css["what"]}>
              <strong>{pupil.name}</strong>
              <span className={css["soft"]}>
                {[
                  pupil.class_name,
                  told.get(listed),
                  decision === undefined ? "随班级" : outcomeText(pupil),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </div>
            <div className={css["controls"]}>
              <Choice
                className={css["short"]}
                label={`${called}的去向`}
                options={options}
                value={options.some(({ value }) => value === chosen) ? chosen : ""}
                disabled={isOff}
                onChange={(value) =>
                  year.edit((before) =>
                    withPupil(before, pupil.user_id, decisionOf(pupil.user_id, value)),
                  )
                }
              />
              {decision?.act === "stay" ? (
                <LeftField
                  label={`${called}不编班的原因`}
                  value={decision.reason ?? ""}
                  disabled={isOff}
                  onLeave={(reason) =>
                    year.edit((before) =>
                      withPupil(before, pupil.user_id, {
                        user_id: pupil.user_id,
                        act: "stay",
                        reason,
                      }),
                    )
                  }
                />
              ) : null}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function outcomeText({ outcome, to_name, reason }: YearPupil): string {
  if (reason !== null) return reason;
  return [PUPIL_OUTCOME_NAMES[outcome], to_name === null ? "" : `到“${to_name}”`]
    .filter(Boolean)
    .join("，");
}
