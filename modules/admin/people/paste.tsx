import { useState } from "react";
import {
  type AnswerOf,
  MAX_CHANGED_PEOPLE,
  type ChangeSource,
  type InputOf,
  type ListedPerson,
  matchPeople,
} from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { useAct } from "../../kit/use-act.ts";
import css from "../list/list.module.css";
import { SidePanel } from "../shell/side-panel.tsx";
import { numberText } from "../shell/words.ts";
import { linesOf } from "./rules.ts";

/** 「按名单选…」: chooses people by a pasted column of accounts, numbers or mobiles (AD-13). */
export function PasteList({
  school,
  onFound,
}: {
  school: string | undefined;
  onFound: (people: readonly ListedPerson[], source: ChangeSource) => void;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        按名单选…
      </Button>
      {open ? (
        <SidePanel title="按名单选人" onClose={() => setOpen(false)}>
          <Paste
            school={school}
            onFound={(people, source) => {
              onFound(people, source);
              setOpen(false);
            }}
          />
        </SidePanel>
      ) : null}
    </>
  );
}

/** Form that finds people by a pasted column, and names the lines that are nobody's, in their order. */
export function Paste({
  school,
  label = "按名单选人",
  act: actOf = (many) => `选中这 ${many} 人`,
  busy: waits = false,
  onFound,
}: {
  school: string | undefined;
  label?: string;
  /** The words of the button that takes so many people. */
  act?: (many: string) => string;
  /** True while what was found is being used. */
  busy?: boolean;
  onFound: (people: readonly ListedPerson[], source: ChangeSource) => void;
}) {
  const { send } = useModule();
  const [text, setText] = useState("");
  const [missing, setMissing] = useState("");
  const [found, setFound] = useState<AnswerOf<typeof matchPeople>>();
  const { busy, fault, act } = useAct();
  function find() {
    const lines = linesOf(text);
    if (lines.length === 0) return setMissing("请先粘贴名单");
    if (lines.length > MAX_CHANGED_PEOPLE) {
      return setMissing(`一次最多 ${numberText(MAX_CHANGED_PEOPLE)} 行，请分几次来`);
    }
    const input: InputOf<typeof matchPeople> =
      school === undefined ? { lines } : { lines, school_id: school };
    return void act(async () => setFound(await send(matchPeople, input)));
  }
  if (found !== undefined) {
    return (
      <Found
        found={found}
        act={actOf(numberText(found.people.length))}
        busy={waits}
        onFound={onFound}
        onBack={() => setFound(undefined)}
      />
    );
  }
  return (
    <form
      className={css["paste"]}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        find();
      }}
    >
      <label htmlFor="pasted-list">
        每行一个账号、学号（工号）或手机号，可以从表格里整列复制过来
      </label>
      <textarea
        id="pasted-list"
        rows={12}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => {
          setText(target.value);
          setMissing("");
        }}
      />
      <p role="alert" className={css["fault"]}>
        {missing || fault}
      </p>
      <Button type="submit" look="primary" busy={busy}>
        查找这些人
      </Button>
    </form>
  );
}

const WHY = { nobody: "没有这样的人", several: "不止一人，请改用账号" } as const;

function Found({
  found: { people, unmatched, source },
  act,
  busy,
  onFound,
  onBack,
}: {
  found: AnswerOf<typeof matchPeople>;
  act: string;
  busy: boolean;
  onFound: (people: readonly ListedPerson[], source: ChangeSource) => void;
  onBack: () => void;
}) {
  return (
    <div className={css["paste"]}>
      <p role="status">
        找到 {numberText(people.length)} 人
        {unmatched.length === 0
          ? "，每一行都对上了。"
          : `，有 ${numberText(unmatched.length)} 行没有对上：`}
      </p>
      {unmatched.length === 0 ? null : (
        <ul className={css["unmatched"]} aria-label="没有对上的行">
          {unmatched.map(({ line, text, why }) => (
            <li key={line}>
              <span>第 {line} 行</span> <b>{text}</b> <span>{WHY[why]}</span>
            </li>
          ))}
        </ul>
      )}
      <div className={css["keys"]}>
        {people.length === 0 ? null : (
          <Button look="primary" busy={busy} onClick={() => onFound(people, source)}>
            {act}
          </Button>
        )}
        <Button onClick={onBack}>改名单</Button>
      </div>
    </div>
  );
}
