import { createRequire } from "node:module";
import { LRUCache } from "lru-cache";
import type { Attributes, IOptions, Tag } from "sanitize-html";
import { withoutControls } from "./control-characters.ts";

const require = createRequire(import.meta.url);

const ALLOWED = [
  ...["a", "b", "strong", "i", "em", "u", "s", "sub", "sup", "br", "hr"],
  ...["h2", "h3", "h4", "p", "ul", "ol", "li", "blockquote"],
  ...["table", "thead", "tbody", "tr", "th", "td"],
];
/** Replacements of heading tags; the page's own title is the only `h1`. */
const HEADINGS = { h1: "h2", h5: "h4", h6: "h4" };
/** Elements that are dropped with their text, which is no text of a document. */
const DROPPED_WHOLE = [
  ...["script", "style", "head", "title", "template", "noscript", "noembed", "noframes"],
  ...["iframe", "object", "embed", "svg", "math", "textarea", "select", "option"],
  ...["xmp", "plaintext"],
];
/** Elements that only group others: their removal is not reported. */
const HOLDERS = ["html", "head", "body", "div", "span", "font", "section", "article", "main"];
const KNOWN = new Set([...ALLOWED, ...Object.keys(HEADINGS), ...HOLDERS]);
const DEEPEST = 24;

const ADDRESS = /^(?:https?:\/\/|mailto:|tel:)[^\s"'<>\\]+$/i;
const EXTENT = /^[1-9]\d?$/;

const OPTIONS: IOptions = {
  allowedTags: ALLOWED,
  nonTextTags: DROPPED_WHOLE,
  allowedAttributes: {
    a: ["href", "target", "rel"],
    td: ["colspan", "rowspan"],
    th: ["colspan", "rowspan"],
  },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
  selfClosing: ["br", "hr"],
  nestingLimit: DEEPEST,
  transformTags: { ...HEADINGS, a: writeLink, td: writeCell, th: writeCell },
};

export interface RichText {
  html: string;
  /** Names of the tags that were removed, except those that only group others. */
  dropped: string[];
}

/**
 * Returns rich text that can be shown as it is: only tags of a written text, with no attributes but a link's address
 * and a cell's span.
 */
export function richText(given: string): RichText {
  const dropped = new Set<string>();
  const onOpenTag = (name: string): void => {
    if (!KNOWN.has(name)) dropped.add(name);
  };
  // 2 MB that no node needs until somebody reads or publishes a text (067)
  const sanitizeHtml = require("sanitize-html") as typeof import("sanitize-html");
  const html = sanitizeHtml(withoutControls(given.toWellFormed()), { ...OPTIONS, onOpenTag });
  return { html: html.trim(), dropped: [...dropped].toSorted() };
}

/** Sanitized texts that are read again and again. The longest that may be published takes 0.2 s to sanitize. */
const sanitized = new LRUCache<string, string>({ max: 16 });

/** Returns the markup of a stored text as it can be shown. */
export function shownMarkup(stored: string): string {
  const known = sanitized.get(stored);
  if (known !== undefined) return known;
  const { html } = richText(stored);
  sanitized.set(stored, html);
  return html;
}

/** Returns a text without markup as rich text: a paragraph for each that an empty line ends. */
export function richTextOf(plain: string): RichText {
  const paragraphs = plain
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .split(/\r?\n\s*\r?\n/)
    .map((one) => one.trim())
    .filter((one) => one !== "")
    .map((one) => `<p>${one.replaceAll(/\r?\n/g, "<br>")}</p>`);
  return richText(paragraphs.join("\n"));
}

function writeLink(tagName: string, { href }: Attributes): Tag {
  const address = href?.trim() ?? "";
  if (!ADDRESS.test(address)) return { tagName, attribs: {} };
  const attribs = { href: address, target: "_blank", rel: "noopener noreferrer" };
  return { tagName, attribs };
}

function writeCell(tagName: string, given: Attributes): Tag {
  const kept = Object.entries(given).filter(([, value]) => EXTENT.test(value));
  return { tagName, attribs: Object.fromEntries(kept) };
}
