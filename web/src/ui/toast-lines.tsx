import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import type { ToastLine } from "./toast.ts";
import css from "./toast-lines.module.css";

const ICONS = { plain: null, success: "check", error: "warning" } as const;

/** Shows the toasts over the page. Its script and style come after the first screen, or with the first toast. */
export default function ToastLines({ lines }: { lines: readonly ToastLine[] }) {
  return (
    <div className={css["host"]}>
      {lines.map(({ key, tone, text }) => {
        const icon = ICONS[tone];
        return (
          <p key={key} className={classNames(css["toast"], css[tone])}>
            {icon === null ? null : <Icon name={icon} />}
            <span>{text}</span>
          </p>
        );
      })}
    </div>
  );
}
