import { useMemo, useRef, useState } from "react";
import type { RosterFault } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { useWindow } from "../list/use-window.ts";
import { useNarrow } from "../shell/use-narrow.ts";
import { numberText } from "../shell/words.ts";
import { orderedFaults, placeText, withCorrection } from "./rules.ts";
import css from "./rosters.module.css";
import type { Reading, Roster } from "./use-roster.ts";

/** Heights of a fault's row, by which only those in sight are drawn. */
const ROW = 76;
const CARD = 148;

const NOTHING_TYPED: ReadonlyMap<string, string> = new Map();

/** Lists every fault with its place and what to do; a cell can be typed anew in place (RO-01). */
export function Faults({ roster, reading }: { roster: Roster; reading: Reading }) {
  const { faults, fault_count, warning_count } = reading;
  const [kept, setKept] = useState({ reading, typed: NOTHING_TYPED });
  // what was typed is done with once the file was read with it, and not before
  const typed = kept.reading === reading ? kept.typed : NOTHING_TYPED;
  const ordered = useMemo(() => orderedFaults(faults), [faults]);
  const several = new Set(faults.map(({ sheet }) => sheet)).size > 1;
  const body = useRef<HTMLUListElement>(null);
  const height = useNarrow() ? CARD : ROW;
  const { from, to } = useWindow(body, height, ordered.length);
  const hasTyped = typed.size > 0;
  const hasCells = faults.some(({ column, is_warning }) => column !== null && !is_warning);

  function readAgain() {
    let { corrections } = roster.asked;
    for (const fault of ordered) {
      const value = typed.get(keyOf(fault));
      if (value !== undefined) corrections = withCorrection(corrections, fault, value);
    }
    roster.ask({ ...roster.asked, corrections });
  }

  return (
    <section aria-label="核对问题" className={css["card"]}>
      <h3 className={css["title"]} tabIndex={-1} data-asks>
        {fault_count > 0
          ? `有 ${numberText(fault_count)} 处要改正`
          : `有 ${numberText(warning_count)} 处提醒，不改也可以导入`}
      </h3>
      <p className={css["soft"]}>
        {fault_count > 0
          ? `${hasCells ? "在这里直接改（要清空的格子填一个空格）" : "请照下面写的改"}，或下载标出问题的文件，改好再选一次。${warning_count > 0 ? `另有 ${numberText(warning_count)} 处提醒。` : ""}`
          : "请看一看，没有问题就继续。"}
      </p>
      <div className={css["keys"]}>
        {hasTyped ? (
          <Button look="primary" onClick={readAgain}>
            用改好的 {numberText(typed.size)} 格重新核对
          </Button>
        ) : null}
        <Button look={hasTyped ? "quiet" : "plain"} onClick={roster.saveMarked}>
          下载标出问题的文件
        </Button>
      </div>
      <ul
        ref={body}
        className={css["faults"]}
        aria-label="问题"
        style={{ height: ordered.length * height }}
      >
        {ordered.slice(from, to).map((fault, index) => (
          <FaultRow
            key={`${from + index}`}
            fault={fault}
            several={several}
            place={from + index}
            total={ordered.length}
            top={(from + index) * height}
            height={height}
            value={typed.get(keyOf(fault))}
            onType={(value) => setKept({ reading, typed: withTyped(typed, keyOf(fault), value) })}
          />
        ))}
      </ul>
      {/* after the last cell, the key above is out of sight */}
      {typed.size > 1 ? (
        <div className={css["keys"]}>
          <Button look="primary" onClick={readAgain}>
            用改好的 {numberText(typed.size)} 格重新核对
          </Button>
        </div>
      ) : null}
    </section>
  );
}

/** Returns what was typed with one more cell; a cell that was emptied again is left as the file has it. */
function withTyped(
  typed: ReadonlyMap<string, string>,
  key: string,
  value: string,
): ReadonlyMap<string, string> {
  const next = new Map(typed).set(key, value);
  if (value === "") next.delete(key);
  return next;
}

const keyOf = ({ sheet, row, column }: RosterFault) => `${sheet}\n${row}\n${column}`;

function FaultRow({
  fault,
  several,
  place,
  total,
  top,
  height,
  value,
  onType,
}: {
  fault: RosterFault;
  several: boolean;
  place: number;
  total: number;
  top: number;
  height: number;
  value: string | undefined;
  onType: (value: string) => void;
}) {
  const where = placeText(fault, several);
  return (
    <li
      className={css["faultRow"]}
      style={{ top, height }}
      aria-setsize={total}
      aria-posinset={place + 1}
    >
      <span className={css["what"]}>
        <span className={fault.is_warning ? css["warn"] : css["wrong"]}>
          {fault.is_warning ? "提醒" : "要改正"}
        </span>{" "}
        <strong>{where}</strong> {fault.name}
        <span className={css["message"]}>{fault.message}</span>
      </span>
      {fault.row === null || fault.column === null ? null : (
        <input
          className={css["cell"]}
          aria-label={`${where} 改为`}
          placeholder="改为…"
          value={value ?? ""}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onType(target.value)}
        />
      )}
    </li>
  );
}
