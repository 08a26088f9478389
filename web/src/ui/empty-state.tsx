import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";
import css from "./empty-state.module.css";

/** Says what happened, and what to do about it: for empty lists, failures and refusals. */
export function EmptyState({
  icon = "box",
  title,
  children,
  action,
  help,
  role,
}: {
  icon?: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** The topic of the help page that tells how something comes here; the whole page for `""` (HO-08). */
  help?: string;
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
      {help === undefined ? null : (
        <a className={css["help"]} href={`#/help/${help}`}>
          看帮助
        </a>
      )}
    </div>
  );
}
