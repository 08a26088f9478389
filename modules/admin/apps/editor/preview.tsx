import { useState } from "react";
import {
  type AppRule,
  IDENTITY_NAMES,
  previewApp,
  ROLE_NAMES,
  type AnswerOf,
  type AppDraft,
} from "#contract";
import { Button } from "../../../../web/src/ui/button.tsx";
import { useModule } from "../../../kit/react-module.tsx";
import { useAct } from "../../../kit/use-act.ts";
import css from "./editor.module.css";
import { Select } from "../../../kit/select.tsx";
import { numberText } from "../../shell/words.ts";
import { Group } from "./fields.tsx";
import type { Choices } from "./rules.ts";

type Seen = AnswerOf<typeof previewApp>["identities"];

/** Shows how many people of a school or district would see the app by the current draft. */
export function Preview({ draft, schools }: { draft: AppDraft; schools: Choices["schools"] }) {
  const { send } = useModule();
  const [school, setSchool] = useState("");
  const [answer, setAnswer] = useState<{ to: string; seen: Seen }>();
  const { busy, fault, act } = useAct((text) => {
    setAnswer(undefined);
    return text;
  });
  // numbers are those of the draft and the place that they were asked for
  const question = JSON.stringify([draft, school]);
  const seen = answer?.to === question ? answer.seen : undefined;
  async function ask() {
    const at = school === "" ? {} : { school };
    const { identities } = await send(previewApp, { ...draft, ...at });
    setAnswer({ to: question, seen: identities });
  }
  return (
    <Group label="谁看得见" error={fault}>
      <Select
        label="在哪里预览"
        value={school}
        options={[["", "管辖的全部学校"], ...schools.map(({ id, name }) => [id, name] as const)]}
        onChoose={setSchool}
      />
      <Button busy={busy} onClick={() => void act(ask)}>
        预览
      </Button>
      <div role="status">
        {seen === undefined ? null : seen.length === 0 ? (
          "这里还没有人。"
        ) : (
          <>
            <p>{wordsFor(seen)}</p>
            <ul className={css["counts"]}>
              {seen.map(({ identity, people, seen: count, hidden }) => (
                <li key={identity}>
                  {`${ROLE_NAMES[identity]}：${numberText(people)} 人中 ${numberText(count)} 人看得见`}
                  {hidden.length === 0
                    ? null
                    : `；看不见的：${hidden
                        .map((one) => `${HIDDEN_WORDS[one.rule]} ${numberText(one.people)} 人`)
                        .join("，")}`}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Group>
  );
}

/** Reasons for which people do not see the app, by the rule that decided. */
const HIDDEN_WORDS: Readonly<Record<AppRule, string>> = {
  district: "不在它的区域",
  shelf: "应用还没有上架",
  switched: "本校停用了它",
  dates: "不在开放日期内",
  roles: "身份不符",
  clients: "客户端不符",
  schools: "不在所选学校",
  stages: "不在所选学段",
  grades: "不在所选年级",
  classes: "不在所选班级",
  allow: "不在允许名单里",
  deny: "在拒绝名单里",
};

function wordsFor(seen: Seen): string {
  const words = seen
    .filter(({ seen: count }) => count > 0)
    .map(({ identity, seen: count }) => `${numberText(count)} 位${IDENTITY_NAMES[identity]}`)
    .join("、");
  return words === "" ? "现在没有人看得见。" : `看得见的有：${words}。`;
}
