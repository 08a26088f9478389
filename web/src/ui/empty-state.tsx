import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";
import css from "./empty-state.module.css";

/** Says what happened, and what to do about it: for empty lists, failures and refusals. */
export function EmptyState({
  icon = "box",
  title,
  children,
  action,
  role,
}: {
  icon?: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** `alert` where it takes the place of content that failed. */
  role?: "alert" | "status";
}) {
  return (
    <div className={css["state"]} role={role}>
      <span className={css["icon"]}>
        <Icon name={icon} size={28} />
      </span>
      <p className={css["title"]}>{title}</p>
      {children === undefined ? null : <p className={css["text"]}>{children}</p>}
      {action === undefined ? null : <div className={css["action"]}>{action}</div>}
    </div>
  );
}
