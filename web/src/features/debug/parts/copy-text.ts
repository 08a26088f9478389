/** Puts the field's text on the clipboard; false when the browser refuses, and then the text stands selected. */
export async function copyText(field: HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // No secure context, no permission, or an old browser.
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}
