import { type FormEvent, useState } from "react";
import type { RosterSheet } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { Checkbox } from "../../../web/src/ui/checkbox.tsx";
import { Choice } from "../fields/choice.tsx";
import { numberText } from "../shell/words.ts";
import { keyOf, meaningOf, meaningOptions, withColumn, withSheet } from "./rules.ts";
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
  const shown = reading.sheets.filter(({ is_hidden }) => !is_hidden);
  if (shown.length === 0) return null;
  return (
    <details className={css["card"]} open={isOpen}>
      <summary className={css["title"]} data-asks={isOpen || undefined}>
        对列：读出 {numberText(reading.people)} 人
        {reading.dropped.length === 0 ? "" : `，${reading.dropped.length} 列没有读`}
      </summary>
      <p className={css["soft"]}>
        {shown.every(({ columns }) => columns.length === 0)
          ? "没有找到表头。请填它在第几行；没有表头的，按“没有表头，开头就是人”。"
          : "对得不对的列可以改，改过的会记住，本校下次不用再改。没有对应的列不会读，也不会保存。"}
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
      <SheetParts key={sheet.head_row} sheet={sheet} roster={roster} several={several} />
      <ul className={css["columns"]}>
        {(sheet.is_left_out ? [] : sheet.columns).map(
          ({ index, letter, head, meaning, why, samples }) => (
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
          ),
        )}
      </ul>
    </div>
  );
}

/** Says in which row a sheet's heads are, where they were not found or are others, and leaves out one of several sheets. */
function SheetParts({
  sheet: { name, head_row, columns, is_left_out },
  roster: { asked, ask, doing },
  several,
}: {
  sheet: RosterSheet;
  roster: Roster;
  several: boolean;
}) {
  const [typed, setTyped] = useState(head_row === null ? "" : String(head_row));
  const say = (said: Parameters<typeof withSheet>[2]) =>
    ask({ ...asked, mapping: withSheet(asked.mapping, name, said) });
  const row = Number.parseInt(typed, 10);
  const isOther = row >= 1 && row !== head_row;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isOther) say({ head_row: row, is_left_out: false });
  }
  const isUnread = columns.length === 0;
  // what was pressed shows before the file has been read anew
  const said = asked.mapping.find(({ sheet }) => sheet === name)?.is_left_out;
  return (
    <form noValidate className={css["sheetParts"]} onSubmit={submit}>
      {several && !isUnread ? (
        <Checkbox
          label="导入这张表"
          checked={!(said ?? is_left_out)}
          disabled={doing !== undefined}
          onChange={({ target }) => say({ is_left_out: !target.checked })}
        />
      ) : null}
      <label className={css["headRow"]}>
        表头在第
        <input
          className={css["cell"]}
          aria-label={several ? `“${name}”的表头在第几行` : "表头在第几行"}
          inputMode="numeric"
          maxLength={6}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        行
      </label>
      {isOther ? (
        <Button type="submit" look="plain" disabled={doing !== undefined}>
          按第 {row} 行重新读
        </Button>
      ) : null}
      {isUnread ? (
        <Button
          type="button"
          look="quiet"
          disabled={doing !== undefined}
          onClick={() => say({ head_row: null, is_left_out: false })}
        >
          没有表头，开头就是人
        </Button>
      ) : null}
    </form>
  );
}
