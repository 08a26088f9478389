import type { RosterSheet } from "#contract";
import { Choice } from "../fields/choice.tsx";
import { numberText } from "../shell/words.ts";
import { keyOf, meaningOf, meaningOptions, withColumn } from "./rules.ts";
import css from "./rosters.module.css";
import type { Reading, Roster } from "./use-roster.ts";

/** Columns of the file and their meanings, to be corrected; a correction is remembered for the school (RO-01). */
export function Columns({
  roster,
  reading,
  isOpen,
}: {
  roster: Roster;
  reading: Reading;
  isOpen: boolean;
}) {
  const shown = reading.sheets.filter(({ is_hidden, columns }) => !is_hidden && columns.length > 0);
  if (shown.length === 0) return null;
  return (
    <details className={css["card"]} open={isOpen}>
      <summary className={css["title"]}>
        对列：读出 {numberText(reading.people)} 人
        {reading.dropped.length === 0 ? "" : `，${reading.dropped.length} 列没有读`}
      </summary>
      <p className={css["soft"]}>
        对得不对的列可以改，改过的会记住，本校下次不用再改。没有对应的列不会读，也不会保存。
      </p>
      {shown.map((sheet) => (
        <SheetColumns key={sheet.name} sheet={sheet} roster={roster} several={shown.length > 1} />
      ))}
    </details>
  );
}

const WHY = {
  remembered: "按上次记下的",
  head: "",
  cells: "按格子里的样子猜的，请看一看",
} as const;

function SheetColumns({
  sheet,
  roster,
  several,
}: {
  sheet: RosterSheet;
  roster: Roster;
  several: boolean;
}) {
  const options = meaningOptions(roster.kind);
  const { asked, ask, doing } = roster;
  return (
    <div role="group" aria-label={`“${sheet.name}”的列`}>
      {several ? (
        <p className={css["sheet"]}>
          {sheet.name}
          <span className={css["soft"]}>
            {sheet.is_left_out ? "没有读" : `${numberText(sheet.row_count)} 行`}
          </span>
        </p>
      ) : null}
      <ul className={css["columns"]}>
        {sheet.columns.map(({ index, letter, head, meaning, why, samples }) => (
          <li key={index} className={css["column"]}>
            <span className={css["head"]}>
              {head || `${letter} 列`}
              <span className={css["soft"]}>
                {[samples.join("、"), why === null ? "" : WHY[why]].filter(Boolean).join(" · ")}
              </span>
            </span>
            <Choice
              className={css["meaning"]}
              label={`“${head || letter}”是`}
              none="不需要"
              options={options}
              value={keyOf(meaning)}
              disabled={doing !== undefined}
              onChange={(key) =>
                ask({
                  ...asked,
                  mapping: withColumn(asked.mapping, sheet.name, index, meaningOf(key)),
                })
              }
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
