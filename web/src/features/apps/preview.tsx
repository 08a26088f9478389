import { useState } from "react";
import { APP_RULE_NAMES, type AnswerOf, type AppDraft, type previewApp } from "#contract";
import { failureText } from "../../api/failures.ts";
import { Button } from "../../ui/button.tsx";
import { useAct } from "../../ui/use-act.ts";
import { Select } from "./fields.tsx";
import css from "./page.module.css";
import { preview, type Choices } from "./queries.ts";
import { ROLE_TEXTS } from "./rules.ts";

type Seen = AnswerOf<typeof previewApp>["identities"];

/** Who of a school would see the app as it is filled in now. */
export function Preview({ draft, schools }: { draft: AppDraft; schools: Choices["schools"] }) {
  const [school, setSchool] = useState(schools[0]?.id ?? "");
  const [seen, setSeen] = useState<Seen | null>(null);
  const { busy, fault, act } = useAct((error) => {
    setSeen(null);
    return failureText(error);
  });

  async function ask() {
    setSeen((await preview({ ...draft, school })).identities);
  }

  return (
    <fieldset className={css["group"]}>
      <legend>谁看得见</legend>
      <div className={css["several"]}>
        <Select
          label="在这所学校预览"
          value={school}
          options={schools.map(({ id, name }) => [id, name])}
          error={fault}
          onChoose={setSchool}
        />
        <Button busy={busy} onClick={() => void act(ask)}>
          预览
        </Button>
      </div>
      <div role="status">
        {seen === null ? null : seen.length === 0 ? (
          "这所学校还没有人。"
        ) : (
          <ul className={css["rules"]}>
            {seen.map(({ identity, people, seen: count, hidden }) => (
              <li key={identity} className={count > 0 ? css["good"] : css["bad"]}>
                {`${ROLE_TEXTS[identity]}：${people} 人中 ${count} 人看得见`}
                {hidden.length === 0
                  ? null
                  : `；看不见的因为${hidden
                      .map((one) => `${APP_RULE_NAMES[one.rule]} ${one.people} 人`)
                      .join("、")}`}
              </li>
            ))}
          </ul>
        )}
      </div>
    </fieldset>
  );
}
