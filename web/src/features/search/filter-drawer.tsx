import { useId, useRef, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { useModal } from "../../ui/use-modal.ts";
import css from "./filter-drawer.module.css";

/** The filters on a narrow screen: a drawer from the right, open while it is mounted. */
export function FilterDrawer({
  total,
  onClose,
  children,
}: {
  total: number;
  onClose: () => void;
  children: ReactNode;
}) {
  const titleId = useId();
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const onKeyDown = useModal(root, panel, (drawer) => drawer, onClose);
  return createPortal(
    <div
      ref={root}
      className={css["scrim"]}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div
        ref={panel}
        className={css["panel"]}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        <div className={css["head"]}>
          <h2 id={titleId}>筛选</h2>
          <IconButton icon="close" label="关闭" onClick={onClose} />
        </div>
        <div className={css["body"]}>{children}</div>
        <div className={css["foot"]}>
          <Button look="primary" wide onClick={onClose}>
            查看 {total} 个结果
          </Button>
        </div>
      </div>
    </div>,
    document.body,
  );
}
