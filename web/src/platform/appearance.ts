/** The look of the whole page: body classes (ID-05), the role's colour sheet (ID-06), and its title (RT-21). */

const SHEET_ID = "role-sheet";
/** The longest wait in ms for a colour sheet before the switch goes on without it. */
const SHEET_WAIT_MS = 1500;

/** Sets the class `{prefix}-{value}` on html and body in place of any other class of that prefix; null removes it. */
export function setPageClass(prefix: "is" | "theme", value: string | null): void {
  for (const { classList } of [document.documentElement, document.body]) {
    const old = [...classList].filter((name) => name.startsWith(`${prefix}-`));
    classList.remove(...old);
    if (value !== null) classList.add(`${prefix}-${value}`);
  }
}

/** Loads the sheet at `href` and only then lets the former one go, so that no moment is without colour. */
export async function setColourSheet(href: string): Promise<void> {
  const current = document.getElementById(SHEET_ID);
  // in a document that the server drew, the sheet stands in the page itself
  if ((current?.dataset["href"] ?? current?.getAttribute("href")) === href) return;
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = href;
  const here = new Promise<void>((resolve) => {
    sheet.addEventListener("load", () => resolve());
    sheet.addEventListener("error", () => resolve());
    setTimeout(resolve, SHEET_WAIT_MS);
  });
  const former = document.getElementById(SHEET_ID);
  former?.removeAttribute("id");
  sheet.id = SHEET_ID;
  document.head.append(sheet);
  await here;
  former?.remove();
}

export function removeColourSheet(): void {
  document.getElementById(SHEET_ID)?.remove();
}

export function setTitle(title: string): void {
  document.title = title;
}
