import { Button } from "../../../web/src/ui/button.tsx";
import { Choice } from "../fields/choice.tsx";
import { numberText } from "../shell/words.ts";
import type { Match } from "./teaching-rules.ts";
import css from "./teaching.module.css";

/** A name in a cell that stands for nobody, or for several. */
export interface Problem {
  key: string;
  place: string;
  text: string;
  people: readonly Match[];
}

/** Names that match nobody or several, in the order of the grid, each with the way to put it right (AD-09). */
export function TeachingProblems({
  problems,
  lost,
  onFocus,
  onChoose,
}: {
  problems: readonly Problem[];
  /** Parts of what was pasted that belong nowhere. */
  lost: readonly string[];
  onFocus: (key: string) => void;
  onChoose: (problem: Problem, id: string) => void;
}) {
  return (
    <>
      {lost.length === 0 ? null : (
        <ul className={css["problems"]} aria-label="没有用上的部分">
          {lost.map((line) => (
            <li key={line}>粘贴的内容里，{line}</li>
          ))}
        </ul>
      )}
      {problems.length === 0 ? null : (
        <section aria-label="没有对上的姓名">
          <p role="status">{numberText(problems.length)} 处没有对上教师：</p>
          <ol className={css["problems"]}>
            {problems.map((problem) => (
              <li key={`${problem.key}/${problem.text}`}>
                <span>
                  {problem.place}：<b>{problem.text}</b>{" "}
                  {problem.people.length === 0
                    ? "没有这样的教师"
                    : `有 ${problem.people.length} 位同名，请选一位`}
                </span>
                {problem.people.length === 0 ? (
                  <Button
                    look="quiet"
                    aria-label={`去改这一格：${problem.place}`}
                    onClick={() => onFocus(problem.key)}
                  >
                    去改这一格
                  </Button>
                ) : (
                  <Choice
                    className={css["pick"]}
                    label={`${problem.place}的${problem.text}是哪一位`}
                    placeholder="是哪一位"
                    options={problem.people.map(({ id, name, account }) => ({
                      value: id,
                      label: `${name} · ${account}`,
                    }))}
                    value=""
                    onChange={(id) => onChoose(problem, id)}
                  />
                )}
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}
