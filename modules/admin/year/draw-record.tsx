import { useState } from "react";
import type { YearPupil, YearView } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { PrintFrame } from "../shell/print-frame.tsx";
import { momentText, numberText } from "../shell/words.ts";
import { recordHtml } from "./record-html.ts";
import css from "./year.module.css";

/** Shows the result of a draw, with what anybody needs to check it, to be printed. */
export function DrawRecord({
  draw,
  pupils,
  view,
}: {
  draw: NonNullable<YearView["draw"]>;
  pupils: readonly YearPupil[];
  view: YearView;
}) {
  const [turn, setTurn] = useState(0);
  return (
    <>
      <dl className={css["record"]}>
        <dt>抽签</dt>
        <dd>
          {momentText(draw.drawn_at)}
          {draw.drawn_by === null ? "" : ` · ${draw.drawn_by}`} · {numberText(draw.count)} 人
        </dd>
        <dt>种子</dt>
        <dd>{draw.seed}</dd>
        <dt>名单的 SHA-256</dt>
        <dd className={css["hash"]}>{draw.list_hash}</dd>
        <dt>之后</dt>
        <dd>
          {draw.is_current ? "名单没有变" : "抽签之后名单变了，新来的要手工安排，或重新抽签"}
          {draw.corrected === 0 ? "" : `；手工调整 ${numberText(draw.corrected)} 人`}
        </dd>
      </dl>
      <Button onClick={() => setTurn((now) => now + 1)}>打印公示名单</Button>
      {turn === 0 ? null : (
        <PrintFrame
          key={turn}
          title="公示名单"
          html={recordHtml(view.school.name, draw, pupils, view.outcome.classes)}
        />
      )}
    </>
  );
}
