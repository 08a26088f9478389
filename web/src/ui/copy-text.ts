/** Copies a text to the clipboard; false where the browser refuses. The focus stays where it is. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // a page that came without HTTPS has no clipboard of its own
    return copyByCommand(text);
  }
}

function copyByCommand(text: string): boolean {
  let given = false;
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    event.stopImmediatePropagation();
    given = event.clipboardData !== null;
  };
  document.addEventListener("copy", give, true);
  try {
    return document.execCommand("copy") && given;
  } finally {
    document.removeEventListener("copy", give, true);
  }
}
