import { useState } from "react";
import { classNames } from "../../../ui/class-names.ts";
import { TextField } from "../../../ui/text-field.tsx";
import { Section, Trouble } from "../parts/debug-page.tsx";
import { FactList } from "../parts/fact-list.tsx";
import type { Fact } from "../parts/facts.ts";
import css from "./page.module.css";
import { coverageFact, judge, namedCharacter, type Verdict } from "./rules.ts";
import type { Coverage } from "./use-coverage.ts";

const LEGEND = "红框是缺字，黄框由系统的其他字体代替；点一个字看它的代码和来源。";

export function coverageFacts(coverage: Coverage): Fact[] {
  if (coverage.state === "known") return coverage.groups.map(coverageFact);
  const value = coverage.state === "looking" ? "正在检查" : "浏览器不接受检查用的字体，无法判断";
  return [{ name: "字符覆盖", value, state: "note" }];
}

/** Every character that is looked for, with those that this device cannot show. */
export function CoverageSection({ coverage }: { coverage: Coverage }) {
  const [chosen, setChosen] = useState<string | null>(null);
  if (coverage.state === "failed") {
    return (
      <Section title="字符覆盖" wide>
        <Trouble
          what="浏览器不接受检查用的字体。"
          todo="请换用新版浏览器，或对照下面的字样自己看。"
        />
      </Section>
    );
  }
  return (
    <Section title="字符覆盖" note={LEGEND} wide>
      <FactList facts={coverageFacts(coverage)} />
      {coverage.state === "looking" ? null : (
        <>
          <p className={css["chosen"]} role="status">
            {chosen}
          </p>
          {coverage.groups.map(({ group, verdicts }) => (
            <div key={group.id} className={css["group"]}>
              <h3 className={css["name"]}>
                {group.title}
                <small className={css["aside"]}>{group.note}</small>
              </h3>
              <Glyphs
                label={group.title}
                characters={group.characters}
                verdicts={verdicts}
                onChoose={setChosen}
              />
            </div>
          ))}
        </>
      )}
    </Section>
  );
}

/** Checks any text in the same way: most questions are about a name that is not displayed. */
export function TryTextSection({ coverage }: { coverage: Coverage }) {
  const [text, setText] = useState("䶮𠮷㛃");
  const [chosen, setChosen] = useState<string | null>(null);
  if (coverage.state !== "known") return null;
  const characters = Array.from(text.replace(/\s/g, ""));
  const { probe, stack } = coverage;
  const verdicts = characters.map((character) => judge(character, stack, probe));
  const group = { id: "own", title: "结果", note: "", characters };
  return (
    <Section title="检查一段文字" note="学生姓名显示不出来时，在这里输入。">
      <TextField
        label="文字"
        value={text}
        maxLength={60}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
      />
      {characters.length === 0 ? null : <FactList facts={[coverageFact({ group, verdicts })]} />}
      <Glyphs label="结果" characters={characters} verdicts={verdicts} onChoose={setChosen} />
      <p role="status">{chosen}</p>
    </Section>
  );
}

function Glyphs({
  label,
  characters,
  verdicts,
  onChoose,
}: {
  label: string;
  characters: readonly string[];
  verdicts: readonly Verdict[];
  onChoose: (words: string) => void;
}) {
  return (
    <div className={css["glyphs"]} role="group" aria-label={label}>
      {characters.map((character, index) => {
        const verdict = verdicts[index];
        if (verdict === undefined) return null;
        const words = `${namedCharacter(character)}：${verdictWords(verdict)}`;
        return (
          <button
            // oxlint-disable-next-line react/no-array-index-key -- a text may hold a character twice
            key={`${character}${index}`}
            type="button"
            tabIndex={index === 0 ? 0 : -1}
            title={words}
            className={classNames(css["glyph"], css[verdict.from])}
            onClick={() => onChoose(words)}
            onKeyDown={(event) => {
              const { nextElementSibling, previousElementSibling } = event.currentTarget;
              const step = { ArrowRight: nextElementSibling, ArrowLeft: previousElementSibling };
              const next = step[event.key as keyof typeof step];
              if (next instanceof HTMLElement) next.focus();
            }}
          >
            {character}
          </button>
        );
      })}
    </div>
  );
}

function verdictWords(verdict: Verdict): string {
  switch (verdict.from) {
    case "stack":
      return `由 ${verdict.face} 显示`;
    case "elsewhere":
      return "字体栈里没有，由系统的其他字体代替";
    case "nowhere":
      return "缺字：请安装含有它的字体";
    case "unknown":
      return "浏览器不能判定，请看字样";
  }
}
