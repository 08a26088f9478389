/**
 * Rich text that can be shown as it is: only tags of a written text stay, of their attributes only a link's address and a
 * cell's extent, and everything is written anew, so that nothing of what was given reaches a page unread. Pure and linear.
 */
import { withoutControls } from "../platform/control-characters.ts";

const INLINE = new Set(["a", "b", "strong", "i", "em", "u", "s", "sub", "sup"]);
const VOID = new Set(["br", "hr"]);
const BLOCKS = new Set([
  ...["h2", "h3", "h4", "p", "ul", "ol", "li", "blockquote"],
  ...["table", "thead", "tbody", "tr", "th", "td"],
]);
/** The page's own title is the one `h1`. */
const WRITTEN_AS: Readonly<Record<string, string>> = { h1: "h2", h5: "h4", h6: "h4" };
/** What stands between these is no text of a document. */
const DROPPED_WHOLE = new Set([
  ...["script", "style", "head", "title", "template", "noscript", "noembed", "noframes"],
  ...["iframe", "object", "embed", "svg", "math", "textarea", "select", "xmp", "plaintext"],
]);
/** Around a text, and nothing that anybody would miss. */
const UNMISSED = new Set([
  "html",
  "head",
  "body",
  "div",
  "span",
  "font",
  "section",
  "article",
  "main",
]);
const DEEPEST = 24;

const TAG_NAME = /^[a-z][a-z\d:-]{0,30}/i;
const ATTRIBUTE = /([^\s"'<>/=]{1,40})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/g;
const ADDRESS = /^(?:https?:\/\/|mailto:|tel:)[^\s"'<>\\]+$/i;
const EXTENT = /^[1-9]\d?$/;
const LOOSE_AMPERSAND = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)/gi;

export interface RichText {
  html: string;
  /** Names of the tags that were left out, those that only hold others together aside. */
  dropped: string[];
}

export function richText(given: string): RichText {
  const text = withoutControls(given.toWellFormed());
  const writer = new Writer();
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf("<", at);
    writer.text(text.slice(at, open < 0 ? text.length : open));
    if (open < 0) break;
    at = readMarkup(text, open, writer);
  }
  return writer.end();
}

/** A text without markup: a paragraph for each that an empty line ends. */
export function richTextOf(plain: string): RichText {
  const paragraphs = plain
    .split(/\r?\n\s*\r?\n/)
    .map((one) => one.trim())
    .filter((one) => one !== "")
    .map((one) => `<p>${escaped(one.replaceAll("&", "&amp;")).replaceAll(/\r?\n/g, "<br>")}</p>`);
  return richText(paragraphs.join("\n"));
}

/** What begins with `<`: a tag, a comment, or just that sign. Answers where what follows begins. */
function readMarkup(text: string, open: number, writer: Writer): number {
  const next = text.charAt(open + 1);
  if (next === "!" || next === "?") {
    const isComment = text.startsWith("<!--", open);
    return after(text, isComment ? "-->" : ">", open + 2);
  }
  const closes = next === "/";
  const start = open + (closes ? 2 : 1);
  const name = TAG_NAME.exec(text.slice(start, start + 32))?.[0].toLowerCase();
  if (name === undefined) {
    writer.text("<");
    return open + 1;
  }
  const end = endOfTag(text, start);
  if (closes) writer.close(name);
  else writer.open(name, text.slice(start + name.length, end));
  if (closes || !DROPPED_WHOLE.has(name)) return end + 1;
  return endOfWhole(text, name, end + 1);
}

/** Where the tag's `>` is, one in quotes aside; the end of the text where it has none. */
function endOfTag(text: string, from: number): number {
  let quote = "";
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (quote !== "") {
      if (sign === quote) quote = "";
    } else if (sign === ">") return at;
    else if (sign === '"' || sign === "'") quote = sign;
  }
  return text.length;
}

function endOfWhole(text: string, name: string, from: number): number {
  const close = new RegExp(`</${name}[\\s/>]`, "gi");
  close.lastIndex = from;
  const found = close.exec(text);
  return found === null ? text.length : after(text, ">", found.index);
}

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + mark.length;
}

function escaped(text: string): string {
  return text
    .replace(LOOSE_AMPERSAND, "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Writes tags that fit each other: what is open is closed again, and what was never open is not. */
class Writer {
  readonly #pieces: string[] = [];
  readonly #open: string[] = [];
  readonly #dropped = new Set<string>();

  text(text: string): void {
    this.#pieces.push(escaped(text));
  }

  open(given: string, attributes: string): void {
    const name = WRITTEN_AS[given] ?? given;
    if (VOID.has(name)) this.#pieces.push(`<${name}>`);
    else if (!INLINE.has(name) && !BLOCKS.has(name)) this.#drop(name);
    else if (this.#open.length < DEEPEST) {
      if (BLOCKS.has(name)) this.close("p");
      this.#open.push(name);
      this.#pieces.push(`<${name}${keptAttributes(name, attributes)}>`);
    }
  }

  close(given: string): void {
    const name = WRITTEN_AS[given] ?? given;
    const place = this.#open.lastIndexOf(name);
    if (place < 0) return;
    for (const one of this.#open.splice(place).toReversed()) this.#pieces.push(`</${one}>`);
  }

  end(): RichText {
    for (const one of this.#open.splice(0).toReversed()) this.#pieces.push(`</${one}>`);
    return { html: this.#pieces.join("").trim(), dropped: [...this.#dropped].toSorted() };
  }

  #drop(name: string): void {
    if (!UNMISSED.has(name)) this.#dropped.add(name);
  }
}

function keptAttributes(name: string, given: string): string {
  const kept: string[] = [];
  for (const [, attribute = "", ...values] of given.matchAll(ATTRIBUTE)) {
    const value = values.find((one) => one !== undefined)?.trim() ?? "";
    const key = attribute.toLowerCase();
    if (name === "a" && key === "href" && kept.length === 0 && ADDRESS.test(value)) {
      kept.push(` href="${escaped(value)}" target="_blank" rel="noopener noreferrer"`);
    }
    if ((name === "td" || name === "th") && /^(?:col|row)span$/.test(key) && EXTENT.test(value)) {
      kept.push(` ${key}="${value}"`);
    }
  }
  return kept.join("");
}
