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
  return (
    <div className={css["acts"]} role="group" aria-label={`对选中的${what}`}>
      <p role="status">已选 {count}</p>
      {children}
      <Button look="quiet" onClick={onClear}>
        取消选择
      </Button>
    </div>
  );
}
