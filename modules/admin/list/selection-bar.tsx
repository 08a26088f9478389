import type { ReactNode } from "react";
import { Button } from "../../../web/src/ui/button.tsx";
import css from "./list.module.css";

/** The acts on the chosen rows of a list, at the foot of the window. */
export function SelectionBar({
  what,
  count,
  onClear,
  children,
}: {
  /** The word for the rows: 「人」. */
  what: string;
  /** The number of chosen rows in words: 「3 人」. */
  count: string;
  onClear: () => void;
  children: ReactNode;
}) {
  /** The bar goes with what was chosen, and the focus back to the list. */
  function clear(button: HTMLElement) {
    const root = button.getRootNode() as ParentNode;
    root.querySelector<HTMLElement>("table [type=checkbox]")?.focus({ preventScroll: true });
    onClear();
  }

  return (
    <div className={css["acts"]} role="group" aria-label={`对选中的${what}`} data-acts="">
      <p role="status">已选 {count}</p>
      {children}
      <Button look="quiet" onClick={(event) => clear(event.currentTarget)}>
        取消选择
      </Button>
    </div>
  );
}
