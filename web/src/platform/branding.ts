/** The branding's own style and the foot of the pages that are open to everybody, as the server draws them too. */

const STYLE_ID = "branding-style";
const FOOT_ID = "site-foot";

/** Puts them into the document, in place of those that are there. */
export function showBranding(
  style: string,
  links: readonly { text: string; href: string }[],
): void {
  const sheet = elementOf("style", STYLE_ID, style !== "", document.head);
  if (sheet !== null && sheet.textContent !== style) sheet.textContent = style;
  const foot = elementOf("footer", FOOT_ID, links.length > 0, document.body);
  foot?.replaceChildren(
    ...links.map(({ text, href }) => {
      const link = document.createElement("a");
      Object.assign(link, { href, textContent: text, target: "_blank", rel: "noopener" });
      return link;
    }),
  );
}

/** Returns the element, made if need be; takes it away and returns null when it is not wanted. */
function elementOf(tag: "style" | "footer", id: string, wanted: boolean, parent: HTMLElement) {
  const found = document.getElementById(id);
  if (!wanted) {
    found?.remove();
    return null;
  }
  if (found !== null) return found;
  const made = document.createElement(tag);
  made.id = id;
  parent.append(made);
  return made;
}
