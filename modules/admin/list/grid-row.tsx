import { memo, type DragEvent, type MouseEvent, type ReactNode } from "react";
import check from "../../../web/src/ui/checkbox.module.css";
import { classNames } from "../../../web/src/ui/class-names.ts";
import css from "./grid.module.css";
import { type Apart, withTold } from "./namesakes.ts";
import { type Choice, useIsChosen } from "./use-selection.ts";

export interface Column<Row> {
  id: string;
  title: string;
  /** Share of the width, beside the other columns. */
  share: number;
  cell: (row: Row) => ReactNode;
  /** The order in which its head sorts. */
  sort?: string;
}

/** The columns and cells for rows of a kind: the same object for a whole list, so that rows render once. */
export interface RowKind<Row> {
  /** The first column, which names the row and links to it. */
  name: (row: Row) => ReactNode;
  nameTitle: string;
  /** True where names are sentences: they take two lines. */
  wraps?: boolean;
  nameSort?: string;
  idOf: (row: Row) => string;
  labelOf: (row: Row) => string;
  hrefOf?: (row: Row) => string;
  /** The line under the name, where there is no room for columns. */
  brief: (row: Row) => ReactNode;
  /** Tells rows of one name apart, where a name can be several rows' (people). */
  apart?: Apart<Row>;
}

export interface Drag<Row> {
  onStart: (row: Row) => void;
  onEnd: () => void;
}

interface RowParts<Row> {
  row: Row;
  of: RowKind<Row>;
  columns: readonly Column<Row>[];
  index: number;
  narrow: boolean;
  /** Tells it apart from another row of the same name. */
  tells: string | undefined;
  choice: Choice<Row> | undefined;
  drag: Drag<Row> | undefined;
}

/** Draws one row: a line of cells, or a card of two lines where there is no room for columns. */
export const GridRow = memo(function GridRow<Row>({
  row,
  of,
  columns,
  index,
  narrow,
  tells,
  choice,
  drag,
}: RowParts<Row>) {
  const chosen = useIsChosen(choice, of.idOf(row));
  const href = of.hrefOf?.(row);
  const brief = narrow ? of.brief(row) : null;
  const isSaid =
    tells === undefined ||
    (typeof brief === "string" && brief.includes(tells)) ||
    columns.some(({ cell }) => cell(row) === tells);
  const name = (
    <>
      {of.name(row)}
      {isSaid || narrow ? "" : `（${tells}）`}
    </>
  );
  /** Opens the row on a click anywhere in it, except on a control or to select text. */
  function onClick({ target }: MouseEvent) {
    const own = target instanceof Element && target.closest("a,button,label,input") !== null;
    if (href === undefined || own || String(window.getSelection() ?? "") !== "") return;
    window.location.hash = href;
  }
  return (
    <tr
      className={classNames(css["row"], chosen && css["chosen"], href && css["opens"])}
      aria-rowindex={index}
      onClick={onClick}
      {...(drag !== undefined && {
        draggable: true,
        onDragStart: (event: DragEvent) => {
          event.dataTransfer.effectAllowed = "move";
          event.dataTransfer.setData("text/plain", of.labelOf(row));
          drag.onStart(row);
        },
        onDragEnd: drag.onEnd,
      })}
    >
      {choice === undefined ? null : (
        <td className={css["check"]}>
          <label className={css["target"]}>
            <input
              type="checkbox"
              className={check["box"]}
              aria-label={`选择${withTold(of.labelOf(row), tells)}`}
              checked={chosen}
              onChange={({ target }) => choice.toggle([row], target.checked)}
            />
          </label>
        </td>
      )}
      <th scope="row" className={css["name"]}>
        {chosen ? (
          <button
            type="button"
            className={classNames("visually-hidden", css["toActs"])}
            onClick={goToActs}
          >
            跳到对选中项的操作
          </button>
        ) : null}
        {href === undefined ? (
          name
        ) : (
          <a className={classNames(css["link"], of.wraps && css["wraps"])} href={href} data-row="">
            {name}
          </a>
        )}
        {narrow ? (
          <span className={css["brief"]}>
            {isSaid ? "" : `${tells} · `}
            {brief}
          </span>
        ) : null}
      </th>
      {columns.map(({ id, cell }) => (
        <td key={id} className={css["cell"]}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}) as <Row>(parts: RowParts<Row>) => ReactNode;

/** Moves the focus from a chosen row to the bar of acts, which the keyboard finds below all other rows only. */
function goToActs({ currentTarget }: MouseEvent) {
  const root = currentTarget.getRootNode() as ParentNode;
  root.querySelector<HTMLElement>("[data-acts] button")?.focus();
}
