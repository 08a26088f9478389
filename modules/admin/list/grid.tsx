import { memo, useEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from "react";
import check from "../../../web/src/ui/checkbox.module.css";
import { classNames } from "../../../web/src/ui/class-names.ts";
import { useNarrow } from "../shell/use-narrow.ts";
import css from "./grid.module.css";
import { type Column, type Drag, GridRow, type RowKind } from "./grid-row.tsx";
import { namesakes } from "./namesakes.ts";
import { type Choice, useHasAll } from "./use-selection.ts";
import { useWindow } from "./use-window.ts";

export type { Column, RowKind };

const ROW = 52;
const CARD = 72;
const NO_COLUMNS: readonly never[] = [];
/** The number of rows before the end at which more are asked for. */
const NEAR_END = 40;
/** The number of rows in a block: a row is told apart from those of its block and the blocks beside it, not from 200,000 at each page that comes. */
const BLOCK = 1000;

interface GridParts<Row> {
  label: string;
  rows: readonly Row[];
  of: RowKind<Row>;
  columns: readonly Column<Row>[];
  /** The number of rows in all, if it is known. */
  total: number | undefined;
  sort?: string;
  onSort?: (sort: string) => void;
  choice?: Choice<Row>;
  /** Rows can be dragged to somewhere; whatever a drag does has another way by keyboard and touch. */
  drag?: Drag<Row>;
  onNearEnd?: () => void;
}

/**
 * A table of any length: only visible rows are rendered, and more are asked for before the end is reached. It is drawn anew
 * when what it is given changes.
 */
export const Grid = memo(function Grid<Row>({
  label,
  rows,
  of,
  columns,
  total,
  sort,
  onSort,
  choice,
  drag,
  onNearEnd,
}: GridParts<Row>) {
  const narrow = useNarrow();
  const body = useRef<HTMLTableSectionElement>(null);
  const height = narrow ? CARD : ROW;
  const { from, to } = useWindow(body, height, rows.length);
  useEffect(() => {
    if (to >= rows.length - NEAR_END) onNearEnd?.();
  }, [to, rows.length, onNearEnd]);

  const block = Math.floor(from / BLOCK);
  const told = useMemo(() => {
    if (of.apart === undefined) return undefined;
    return namesakes(rows.slice(Math.max(0, block - 1) * BLOCK, (block + 2) * BLOCK), of.apart);
  }, [rows, of, block]);
  const shown = narrow ? NO_COLUMNS : columns;
  const shares = shown.reduce((sum, { share }) => sum + share, 2);
  const head = (title: string, order: string | undefined) =>
    order === undefined || onSort === undefined ? (
      title
    ) : (
      <button type="button" className={css["sort"]} onClick={() => onSort(order)}>
        {title}
        <span className={css["arrow"]} aria-hidden="true">
          {sort === order ? "↓" : ""}
        </span>
      </button>
    );

  return (
    <table
      className={classNames(css["table"], narrow && css["cards"])}
      aria-label={label}
      aria-rowcount={(total ?? rows.length) + 1}
    >
      <colgroup>
        {choice === undefined ? null : <col style={{ width: 48 }} />}
        <col style={{ width: `${200 / shares}%` }} />
        {shown.map(({ id, share }) => (
          <col key={id} style={{ width: `${(share * 100) / shares}%` }} />
        ))}
      </colgroup>
      <thead className={css["head"]}>
        <tr aria-rowindex={1}>
          {choice === undefined ? null : (
            <th scope="col" className={css["check"]}>
              <AllBox choice={choice} rows={rows} idOf={of.idOf} />
            </th>
          )}
          <th scope="col" aria-sort={sorted(of.nameSort, sort)}>
            {head(of.nameTitle, of.nameSort)}
          </th>
          {shown.map((column) => (
            <th key={column.id} scope="col" aria-sort={sorted(column.sort, sort)}>
              {head(column.title, column.sort)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body} onKeyDown={stepRows}>
        {from > 0 ? <Gap height={from * height} /> : null}
        {rows.slice(from, to).map((row, index) => (
          <GridRow
            key={of.idOf(row)}
            row={row}
            of={of}
            columns={shown}
            index={from + index + 2}
            narrow={narrow}
            tells={told?.get(row)}
            choice={choice}
            drag={drag}
          />
        ))}
        {to < rows.length ? <Gap height={(rows.length - to) * height} /> : null}
      </tbody>
    </table>
  );
}) as <Row>(parts: GridParts<Row>) => ReactNode;

/** The box that chooses all rows that are listed. */
function AllBox<Row>({
  choice,
  rows,
  idOf,
}: {
  choice: Choice<Row>;
  rows: readonly Row[];
  idOf: (row: Row) => string;
}) {
  const all = useHasAll(choice, rows, idOf);
  return (
    <label className={css["target"]}>
      <input
        type="checkbox"
        className={check["box"]}
        aria-label={`选择已列出的 ${rows.length} 项`}
        checked={all}
        onChange={({ target }) => choice.toggle(rows, target.checked)}
      />
    </label>
  );
}

/** Fills the height of the rows that are not rendered. */
function Gap({ height }: { height: number }) {
  return (
    <tr aria-hidden="true">
      <td className={css["gap"]} style={{ height }} />
    </tr>
  );
}

/** Moves the focus from row to row by arrow keys. */
function stepRows(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  if (!(event.target instanceof HTMLElement) || event.target.dataset["row"] === undefined) return;
  const links = Array.from(event.currentTarget.querySelectorAll<HTMLElement>("[data-row]"));
  const next = links[links.indexOf(event.target) + (event.key === "ArrowDown" ? 1 : -1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

function sorted(order: string | undefined, sort: string | undefined) {
  return order !== undefined && order === sort ? "ascending" : undefined;
}
