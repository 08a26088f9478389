import { useState } from "react";
import {
  APP_RULE_NAMES,
  IDENTITY_NAMES,
  previewApp,
  type AnswerOf,
  type AppDraft,
} from "#contract";
import { Select } from "../../../kit/select.tsx";
import { useAnswer } from "../../../kit/use-answer.ts";
import { mayAnywhere, useOwnRights } from "../../shell/own-rights.tsx";
import { Waiting } from "../../shell/waiting-page.tsx";
import { numberText } from "../../shell/words.ts";
import { WhyOf } from "../trace-view.tsx";
import css from "./editor.module.css";
import type { Choices } from "./rules.ts";

type Seen = AnswerOf<typeof previewApp>["identities"];

/** Shows how many people of a school or district would see the app by a draft, and whether one person would. */
export function Preview({
  draft: given,
  schools,
}: {
  draft: AppDraft;
  schools: Choices["schools"];
}) {
  // before it is tried nobody sees it, which says nothing of the conditions
  const isEarly = given.shelf_state === "asked" || given.shelf_state === "checked";
  const draft: AppDraft = isEarly ? { ...given, shelf_state: "shelf" } : given;
  const [school, setSchool] = useState("");
  const maySeePeople = mayAnywhere(useOwnRights(), "people.read");
  const at = school === "" ? {} : { school };
  const { data, error, reload } = useAnswer(previewApp, { ...draft, ...at });
  const seen = data?.identities;
  return (
    <div className={css["form"]}>
      <div>
        <Select
          label="多少人看得见"
          value={school}
          options={[["", "管辖的全部学校"], ...schools.map(({ id, name }) => [id, name] as const)]}
          onChoose={setSchool}
        />
        {seen === undefined ? (
          <Waiting label="正在数" height={72} error={error} onRetry={reload} />
        ) : (
          <div role="status">
            <p>{(isEarly ? "上架以后，" : "") + wordsFor(seen)}</p>
            <ul>
              {/* that other identities do not see it goes without saying */}
              {seen
                .filter(({ hidden }) => hidden.some(({ rule }) => rule !== "roles"))
                .map(({ identity, hidden }) => (
                  <li key={identity}>
                    {`${IDENTITY_NAMES[identity]}看不见的，按原因：${hidden
                      .map((one) => `${APP_RULE_NAMES[one.rule]} ${numberText(one.people)} 人`)
                      .join("，")}`}
                  </li>
                ))}
            </ul>
          </div>
        )}
      </div>
      {maySeePeople ? <WhyOf draft={draft} /> : null}
    </div>
  );
}

function wordsFor(seen: Seen): string {
  if (seen.length === 0) return "这里还没有人。";
  const words = seen
    .filter(({ seen: count }) => count > 0)
    .map(({ identity, seen: count }) => `${numberText(count)} 位${IDENTITY_NAMES[identity]}`)
    .join("、");
  return words === "" ? "现在没有人看得见。" : `看得见的有：${words}。`;
}
