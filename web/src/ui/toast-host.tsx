import { useSyncExternalStore } from "react";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import { toast } from "./toast.ts";
import css from "./toast-host.module.css";

const ICONS = { plain: null, success: "check", error: "warning" } as const;

/** Shows the toasts; stands once, at the end of the page, and is there before the first toast so that it is read out. */
export function ToastHost() {
  const lines = useSyncExternalStore(toast.subscribe, toast.current, toast.current);
  return (
    <div className={css["host"]} role="status" aria-live="polite">
      {lines.map((line) => {
        const icon = ICONS[line.tone];
        return (
          <p key={line.key} className={classNames(css["toast"], css[line.tone])}>
            {icon === null ? null : <Icon name={icon} />}
            <span>{line.text}</span>
          </p>
        );
      })}
    </div>
  );
}
