import css from "./print-frame.module.css";

/**
 * Prints a document of its own, without anything of the page, as soon as it is there: for another turn it takes another
 * `key`.
 */
export function PrintFrame({ title, html }: { title: string; html: string }) {
  return (
    <iframe
      className={css["printed"]}
      // nothing in it runs; the page itself has it printed
      sandbox="allow-same-origin allow-modals"
      title={title}
      aria-hidden="true"
      tabIndex={-1}
      srcDoc={html}
      onLoad={({ currentTarget }) => currentTarget.contentWindow?.print()}
    />
  );
}
