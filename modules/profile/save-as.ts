/** Has the browser fetch an address as a file; the page stays. */
export function saveAs(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  document.body.append(link);
  link.click();
  link.remove();
}
