import { useState } from "react";
import type { YearPupil } from "#contract";
import { Choice } from "../fields/choice.tsx";
import { BY_ACCOUNT, namesakes, withTold } from "../list/namesakes.ts";
import { numberText } from "../shell/words.ts";
import { mayEdit, type StepParts } from "./card.tsx";
import { withPupil } from "./rules.ts";
import css from "./year.module.css";

const GENDERS = { male: "男", female: "女" } as const;

/** First-years by class: dragged from one to another, or moved by the choice beside each name. */
export function Board({
  grade_id,
  pupils,
  parts: { year, view },
}: {
  grade_id: string;
  pupils: readonly YearPupil[];
  parts: StepParts;
}) {
  const [over, setOver] = useState<string>();
  const isOff = !mayEdit(view);
  const classes = view.outcome.classes.filter(
    ({ next_grade_id, act }) => next_grade_id === grade_id && act !== "merge",
  );
  const others = view.outcome.classes.filter(
    ({ next_grade_id, class_id }) =>
      next_grade_id !== null && !classes.some((one) => one.class_id === class_id),
  );
  const options = [...classes, ...others].map(({ class_id, next_name }) => ({
    value: class_id,
    label: next_name,
  }));
  const move = (user_id: string, class_id: string) =>
    year.edit((draft) =>
      withPupil(draft, user_id, class_id === "" ? null : { user_id, act: "move", class_id }),
    );
  const told = namesakes(pupils, BY_ACCOUNT);
  const columns = [{ class_id: "", next_name: "还没有分班" }, ...classes];
  return (
    <div className={css["board"]}>
      {columns.map(({ class_id, next_name }) => {
        const own = pupils.filter(({ to_class_id }) => (to_class_id ?? "") === class_id);
        const count = (gender: "male" | "female") =>
          own.filter((one) => one.gender === gender).length;
        return (
          <section
            key={class_id}
            className={css["column"]}
            aria-label={next_name}
            data-over={over === class_id || undefined}
            onDragOver={(event) => {
              if (isOff) return;
              event.preventDefault();
              event.dataTransfer.dropEffect = "move";
              setOver(class_id);
            }}
            onDragLeave={() => setOver((now) => (now === class_id ? undefined : now))}
            onDrop={(event) => {
              event.preventDefault();
              setOver(undefined);
              const user_id = event.dataTransfer.getData("text/plain");
              if (pupils.some((one) => one.user_id === user_id)) move(user_id, class_id);
            }}
          >
            <h4 className={css["columnTitle"]}>
              {next_name}
              <span className={css["soft"]}>
                {numberText(own.length)} 人（男 {count("male")}，女 {count("female")}）
              </span>
            </h4>
            <ul className={css["people"]}>
              {own.map((pupil) => (
                <li
                  key={pupil.user_id}
                  className={css["person"]}
                  draggable={!isOff}
                  onDragStart={(event) => {
                    event.dataTransfer.effectAllowed = "move";
                    event.dataTransfer.setData("text/plain", pupil.user_id);
                  }}
                >
                  <span className={css["name"]}>
                    {pupil.name}
                    <span className={css["soft"]}>
                      {[
                        pupil.gender === null ? "" : GENDERS[pupil.gender],
                        told.get(pupil),
                        isMoved(pupil) ? "手工调整" : "",
                      ]
                        .filter(Boolean)
                        .join(" · ")}
                    </span>
                  </span>
                  <Choice
                    className={css["into"]}
                    label={`${withTold(pupil.name, told.get(pupil))}分到`}
                    placeholder="分到…"
                    options={options}
                    value={pupil.to_class_id ?? ""}
                    disabled={isOff}
                    onChange={(value) => move(pupil.user_id, value)}
                  />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function isMoved({ drawn_class_id, to_class_id }: YearPupil): boolean {
  return drawn_class_id !== null && drawn_class_id !== to_class_id;
}
