/**
 * Wraps every table of a sanitized text of the server in a box that scrolls and can be focused. The server writes
 * balanced tags, and tables without attributes.
 */
export function withTablesBoxed(html: string): string {
  return html
    .replaceAll("<table>", '<div role="group" aria-label="表格" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>");
}
