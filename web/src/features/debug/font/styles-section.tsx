import { useState } from "react";
import { Section } from "../parts/debug-page.tsx";
import { FactList } from "../parts/fact-list.tsx";
import type { Fact } from "../parts/facts.ts";
import css from "./page.module.css";
import { drawn, newPen } from "./probe.ts";
import { weightFacts } from "./rules.ts";
import { pageFamily } from "./use-coverage.ts";
import { usedStyles, type UsedStyles } from "./used-styles.ts";

const WEIGHTS = [400, 500, 600, 700] as const;
const SAMPLE = "学门，一扇门 Aa 0123";

export interface Styles {
  used: UsedStyles;
  facts: readonly Fact[];
}

/** Reads the styles that the loaded sheets use, and how each weight comes out here. */
export function readStyles(): Styles {
  const used = usedStyles();
  const pen = newPen();
  const family = pageFamily();
  const inks = WEIGHTS.map((weight) => ({ weight, ...drawn(pen, "永", family, weight) }));
  const facts: Fact[] = [
    {
      name: "字号",
      value: used.sizes.map(({ pixels, count }) => `${pixels}px ×${count}`).join("，"),
    },
    {
      name: "字重",
      value: used.weights.map(({ value, count }) => `${value} ×${count}`).join("，"),
    },
    {
      name: "字体",
      value: used.families.map(({ value, count }) => `${value} ×${count}`).join("；"),
    },
    ...weightFacts(inks),
  ];
  return { used, facts };
}

/** Every size in use in every weight, as this device draws it. */
export function StylesSection({ styles: { used, facts } }: { styles: Styles }) {
  const [text, setText] = useState(SAMPLE);
  return (
    <Section title="在用的字号与字重" note="从已加载的样式里数出来，×后面是用到的次数。" wide>
      <FactList facts={facts} />
      <label className={css["try"]}>
        字样
        <input value={text} maxLength={40} onChange={({ target }) => setText(target.value)} />
      </label>
      <div className={css["specimens"]}>
        {used.sizes.map(({ pixels, written }) => (
          <div key={pixels} className={css["specimen"]}>
            <span className={css["aside"]}>{`${pixels}px（${written.join("、")}）`}</span>
            {WEIGHTS.map((weight) => (
              <span key={weight} style={{ fontSize: pixels, fontWeight: weight }}>
                <small className={css["weight"]}>{weight}</small>
                {text}
              </span>
            ))}
          </div>
        ))}
      </div>
    </Section>
  );
}
