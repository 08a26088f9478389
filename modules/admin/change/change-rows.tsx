import { exportChange, readChangeRows, type ChangeRow, type ChangeSet } from "#contract";
import { Button } from "../../../web/src/ui/button.tsx";
import { Skeleton } from "../../../web/src/ui/skeleton.tsx";
import { Failure } from "../../kit/failure.tsx";
import { useModule } from "../../kit/react-module.tsx";
import { usePages } from "../list/use-pages.ts";
import { SaveButton } from "../list/save-button.tsx";
import type { SheetColumn } from "../list/spreadsheet.ts";
import { hrefOf } from "../shell/address.ts";
import { StateBadge } from "../shell/state-badge.tsx";
import { numberText } from "../shell/words.ts";
import css from "./change.module.css";
import { actWord, keptText, rowMark, withWholePerson } from "./rules.ts";

type SavedRow = Omit<ChangeRow, "fields"> & ChangeRow["fields"][number] & { of: string };
const NO_FIELD = { label: "", before: null, after: null };

const COLUMNS: readonly SheetColumn<SavedRow>[] = [
  { title: "对象", width: 24, text: ({ of }) => of },
  { title: "账号", width: 18, text: ({ account }) => account ?? "" },
  { title: "变化", width: 14, text: (row) => `${actWord(row)}${row.what}` },
  { title: "内容", width: 14, text: ({ label }) => label },
  { title: "原来", width: 24, text: ({ before }) => before ?? "" },
  { title: "之后", width: 24, text: ({ after }) => after ?? "" },
  { title: "结果", width: 14, text: (row) => rowMark(row)?.text ?? "" },
  { title: "说明", width: 24, text: ({ note }) => note ?? "" },
];

/** Lists the rows of a change with the fields that differ; rows to undo can be chosen. */
export function ChangeRows({
  change,
  chosen,
  onChoose,
}: {
  change: ChangeSet;
  chosen: ReadonlySet<number>;
  onChoose: ((chosen: ReadonlySet<number>) => void) | undefined;
}) {
  const { send } = useModule();
  const { rows, first, error, more, retry } = usePages<ChangeRow>(async (after) => {
    const answer = await send(readChangeRows, {
      change_id: change.id,
      ...(after !== undefined && { after: Number(after) }),
    });
    return { rows: answer.rows, next: answer.next === null ? null : String(answer.next) };
  }, change.id);

  const take = async (after: string | undefined) => {
    const answer = await send(exportChange, {
      change_id: change.id,
      ...(after !== undefined && { after: Number(after) }),
    });
    const fields = answer.rows.flatMap((row) =>
      (row.fields.length === 0 ? [NO_FIELD] : row.fields).map((field) => ({
        ...row,
        ...field,
        of: row.label,
      })),
    );
    return { rows: fields, next: answer.next === null ? null : String(answer.next) };
  };

  if (first) {
    return (
      <div role="status" aria-label="正在加载各项">
        <Skeleton height={160} />
      </div>
    );
  }
  const kept = rows.filter(({ state, note }) => state === "applied" && note !== null);
  const toggle = (row: ChangeRow, on: boolean) => {
    const next = new Set(chosen);
    for (const { seq } of withWholePerson(rows, row)) {
      if (on) next.add(seq);
      else next.delete(seq);
    }
    onChoose?.(next);
  };
  return (
    <section className={css["rows"]} aria-label="各项变化">
      <div className={css["rowsHead"]}>
        <h3 className={css["rowsTitle"]}>各项变化（{numberText(change.counts.rows)}）</h3>
        <SaveButton title={change.act} columns={COLUMNS} take={take}>
          导出
        </SaveButton>
      </div>
      {change.undone_at === null || kept.length === 0 ? null : (
        <p className={css["warning"]} role="status">
          {keptText(kept)}
        </p>
      )}
      <ul>
        {rows.map((row) => (
          <Row
            key={row.seq}
            row={row}
            chosen={chosen.has(row.seq)}
            onChoose={
              onChoose === undefined || row.state !== "applied"
                ? undefined
                : (on) => toggle(row, on)
            }
          />
        ))}
      </ul>
      {error === undefined ? null : <Failure error={error} onRetry={retry} />}
      {rows.length < change.counts.rows && error === undefined && rows.length > 0 ? (
        <Button look="quiet" onClick={more}>
          再显示一些（还有 {numberText(change.counts.rows - rows.length)} 项）
        </Button>
      ) : null}
    </section>
  );
}

function Row({
  row,
  chosen,
  onChoose,
}: {
  row: ChangeRow;
  chosen: boolean;
  onChoose: ((on: boolean) => void) | undefined;
}) {
  const mark = rowMark(row);
  const name =
    row.person_id === null ? (
      row.label
    ) : (
      <a href={hrefOf(["people", row.person_id])}>{row.label}</a>
    );
  return (
    <li className={css["row"]}>
      {onChoose === undefined ? null : (
        <input
          type="checkbox"
          className={css["box"]}
          aria-label={`选择${row.label}`}
          checked={chosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
      )}
      <div className={css["rowWords"]}>
        <p className={css["rowName"]}>
          {name}{" "}
          <span className={css["soft"]}>
            {row.account === null ? "" : `${row.account} · `}
            {`${actWord(row)}${row.what}`}
          </span>{" "}
          {mark === null ? null : <StateBadge tone={mark.tone}>{mark.text}</StateBadge>}
        </p>
        {row.fields.map(({ label, before, after }) => (
          <p key={label} className={css["field"]}>
            <span className={css["soft"]}>{label}：</span>
            {before === null ? null : <del className={css["before"]}>{before}</del>}
            {before === null || after === null ? null : <span aria-hidden="true"> → </span>}
            {after === null ? null : <ins className={css["after"]}>{after}</ins>}
          </p>
        ))}
        {row.note === null ? null : <p className={css["soft"]}>{row.note}</p>}
      </div>
    </li>
  );
}
