import { withoutControls } from "./control-characters.ts";

/** Markup: it is written into other markup as it is. */
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

/** Text is escaped, markup is not; a list is written one after another, and of what is missing nothing. */
type Part = string | number | Markup | undefined | null | false | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Tags a template of HTML: whatever is put into it is escaped, in text and in quoted attributes. */
export function html(markup: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Markup(String.raw({ raw: markup }, ...parts.map(written)));
}

/** Tags a template of XML: the same, without the characters that XML 1.0 cannot hold. */
export function xml(markup: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const holds = (text: string) => withoutControls(text).replace(/[\ufffe\uffff]/g, "");
  return new Markup(holds(html(markup, ...parts).toString()));
}

/** Takes a text of our own for markup: a style or a script, never anything given. */
export function asMarkup(text: string): Markup {
  return new Markup(text);
}

function written(part: Part): string {
  if (part === undefined || part === null || part === false) return "";
  if (part instanceof Markup) return part.toString();
  if (Array.isArray(part)) return part.map(written).join("");
  return String(part).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
