import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { mediaSettings } from "./media.ts";
import { apiOrigins, moduleOrigins } from "./origins.ts";

/** The built page, ready to send. */
export interface Page {
  html: Buffer;
  br: Buffer;
  gzip: Buffer;
  etag: string;
  policy: string;
}

/** Reads the built page; undefined when the front end has not been built. */
export function readPage(
  dist: string,
  policyOf: (inline: readonly string[]) => string,
): Page | undefined {
  const file = join(dist, "index.html");
  const html = readIfThere(file);
  if (html === undefined) return undefined;
  const text = html.toString("utf8");
  return packPage(text, policyOf(inlineScripts(text)), {
    br: readPacked(`${file}.br`, brotliDecompressSync, html),
    gzip: readPacked(`${file}.gz`, gunzipSync, html),
  });
}

/** Reads the copy that the build packed; undefined when there is none of the file as it is now. */
function readPacked(
  file: string,
  unpack: (packed: Buffer) => Buffer,
  html: Buffer,
): Buffer | undefined {
  const packed = readIfThere(file);
  try {
    return packed && unpack(packed).equals(html) ? packed : undefined;
  } catch {
    return undefined; // cut short
  }
}

/** Makes a page ready to send; packs it where it is not `packed` yet, which takes 13 ms. */
export function packPage(
  text: string,
  policy: string,
  packed: { br?: Buffer | undefined; gzip?: Buffer | undefined } = {},
): Page {
  const html = Buffer.from(text);
  return {
    html,
    br: packed.br ?? brotliCompressSync(html),
    gzip: packed.gzip ?? gzipSync(html, { level: 9 }),
    etag: `W/"${hash("sha1", text, "base64url")}"`,
    policy,
  };
}

/**
 * Returns the content policy of a page with these inline scripts; data goes to the servers of the site file, and files
 * to `stores`.
 */
export function sitePolicy(
  siteFile: string,
  stores: readonly string[],
): (inline: readonly string[]) => string {
  const modules = moduleOrigins(siteFile);
  const api = [...apiOrigins(siteFile), ...stores, ...modules];
  const media = mediaSettings(siteFile).origins;
  return (inline) => pagePolicy(inline, api, media, modules);
}

/** Returns the content policy of a page of its own: its own style, and its own scripts by their hash. */
export function readFilePolicy(file: string): string {
  const hashes = inlineScripts(readIfThere(file)?.toString("utf8") ?? "").map(hashSource);
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    ...(hashes.length > 0 ? [["script-src", ...hashes].join(" ")] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Returns the texts of the page's inline scripts. */
export function inlineScripts(html: string): string[] {
  const scripts = html.matchAll(/<script\b(?<attributes>[^>]*)>(?<text>[^]*?)<\/script>/gi);
  return [...scripts]
    .filter(({ groups }) => !/\ssrc\s*=/i.test(groups?.["attributes"] ?? ""))
    .map(({ groups }) => groups?.["text"] ?? "");
}

/**
 * Returns the page's content security policy: only scripts of this server, and inline ones by their hash. Apps of the
 * catalogue are anywhere, so a form may post anywhere on the web; a frame holds our own pages (`app-frame` among them)
 * or a module that the operator named. Data goes to the API servers only, and comes from the media servers too.
 */
function pagePolicy(
  inline: readonly string[],
  api: readonly string[],
  media: readonly string[] = [],
  frames: readonly string[] = [],
): string {
  const hashes = inline.map(hashSource);
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(" "),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self' data:",
    ["media-src 'self' blob:", ...media].join(" "),
    ["connect-src 'self'", ...new Set([...api, ...media])].join(" "),
    ["frame-src 'self'", ...frames].join(" "),
    "form-action 'self' http: https:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
}

function hashSource(text: string): string {
  return `'sha256-${hash("sha256", text, "base64")}'`;
}

/** Reads a file of the build; undefined when it is not there. */
export function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
