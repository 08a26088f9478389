import { classNames } from "./class-names.ts";
import css from "./rich-text.module.css";
import { withTablesBoxed } from "./boxed-tables.ts";

/** Shows a text that the server has sanitized (`server/src/platform/rich-text.ts`); nothing else may be given. */
export function RichText({ html, className }: { html: string; className?: string | undefined }) {
  return (
    <div
      className={classNames(css["text"], className)}
      dangerouslySetInnerHTML={{ __html: withTablesBoxed(html) }}
    />
  );
}
