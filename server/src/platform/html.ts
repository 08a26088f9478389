import { withoutControls } from "./control-characters.ts";

/** Finished markup, inserted into other markup as it is. */
class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}
export type Html = Markup;

/** A part of a template: text is escaped, markup is not; a list is joined, and a missing part is empty. */
type Part = string | number | Markup | undefined | null | false | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Tags a template of HTML: every part is escaped, in text and in quoted attributes. */
export function html(markup: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Markup(String.raw({ raw: markup }, ...parts.map(written)));
}

/** Tags a template of XML: the same, without the characters that XML 1.0 cannot hold. */
export function xml(markup: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const holds = (text: string) => withoutControls(text).replace(/[\ufffe\uffff]/g, "");
  return new Markup(holds(html(markup, ...parts).toString()));
}

/** Marks a text of our own as markup: a style or a script, never user input. */
export function asMarkup(text: string): Markup {
  return new Markup(text);
}

function written(part: Part): string {
  if (part === undefined || part === null || part === false) return "";
  if (part instanceof Markup) return part.toString();
  if (Array.isArray(part)) return part.map(written).join("");
  return String(part).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
