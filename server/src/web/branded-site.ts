import { hash } from "node:crypto";
import { join } from "node:path";
import { brandingLinks, type BrandingField, brandingStyle, type BrandingValues } from "#contract";
import { pickBranding } from "../branding/api.ts";
import { asMarkup, html } from "../platform/html.ts";
import type { HomeDocument } from "./drawn-home.ts";
import { packPage, type Page, readIfThere } from "./page.ts";

/** Fields that the page fills in by itself, after the first screen. */
const FILLED_IN_LATER: readonly BrandingField[] = ["owner"];
const TITLE = /<title>[^<]*<\/title>/;
const LOGIN_SHELL = /(<div id="root">)[^]*?(<\/div><template id="shell-home">)/;
const WORKER = "sw.js";
const WORKER_NAME = /\b[0-9a-f]{16}\b/;

/** The parts of the site that show the platform's branding, ready to send. */
export interface BrandedSite {
  /** The content of `config.json` for the page. */
  config: string;
  /** The web app manifest; undefined without a build. */
  manifest: string | undefined;
  page: Page | undefined;
  home: HomeDocument | undefined;
  /** The service worker that keeps this page; undefined where the built one does. */
  worker: string | undefined;
  branding: BrandingValues;
}

export interface BuiltSite {
  dist: string;
  /** The operator's file with what this server adds (site-file.ts). */
  file: string;
  page: Page | undefined;
  home: HomeDocument | undefined;
}

/**
 * Returns a maker of the site from the build, the operator's file and the values set in the page, which take precedence
 * (AD-20). The site is made anew only when a value changes; without any value the build is sent byte for byte.
 */
export function brandedSiteMaker(built: BuiltSite): (own: BrandingValues) => Promise<BrandedSite> {
  let last: { key: string; site: Promise<BrandedSite> } | undefined;
  return (own) => {
    const key = JSON.stringify(own);
    if (last?.key !== key) {
      const site = makeSite(built, own);
      last = { key, site };
      site.catch(() => (last = undefined));
    }
    return last.site;
  };
}

async function makeSite({ dist, file, page, home }: BuiltSite, own: BrandingValues) {
  const given = JSON.parse(file) as Record<string, unknown>;
  const branding = { ...pickBranding(given), ...own };
  const config = JSON.stringify({ ...given, ...own });
  const names = { ...given, ...own, ...(own.name !== undefined && { short_name: undefined }) };
  const same = { config, manifest: readAppManifest(dist, names), branding };
  const isDrawn = Object.keys(branding).some(
    (field) => !FILLED_IN_LATER.some((later) => later === field),
  );
  if (!isDrawn || page === undefined) return { ...same, page, home, worker: undefined };
  const plain = page.html.toString("utf8");
  const drawn = home === undefined ? undefined : (await home.draw()).drawShells(branding).login;
  const text = withBranding(plain, branding).replace(
    LOGIN_SHELL,
    (all, open: string, close: string) => (drawn === undefined ? all : open + drawn + close),
  );
  return {
    ...same,
    page: packPage(text, page.policy),
    home: home && { ...home, text: withBranding(home.text, branding) },
    worker: workerFor(dist, plain, text),
  };
}

/** Returns the document with the branding's name, colours and links, and the values from which the script begins. */
function withBranding(text: string, branding: BrandingValues): string {
  const style = brandingStyle(branding);
  const values = JSON.stringify(branding).replaceAll("<", "\\u003c");
  const head = [
    style === "" ? "" : html`<style id="branding-style">${asMarkup(style)}</style>`,
    html`<script type="application/json" id="site-branding">${asMarkup(values)}</script>`,
  ].join("");
  const links = brandingLinks(branding);
  const foot =
    links.length === 0
      ? ""
      : String(
          html`<footer id="site-foot">${links.map(({ text: words, href }) => html`<a href="${href}" target="_blank" rel="noopener">${words}</a>`)}</footer>`,
        );
  return text
    .replace(TITLE, () =>
      String(
        branding.name === undefined
          ? html`<title>学门</title>`
          : html`<title>${branding.name}</title>`,
      ),
    )
    .replace("</head>", () => `${head}</head>`)
    .replace("</body>", () => `${foot}</body>`);
}

/**
 * Returns a worker for the changed page, under a name of its own: the built worker knows only the built page, by its
 * SHA-256.
 */
function workerFor(dist: string, before: string, after: string): string | undefined {
  const built = readIfThere(join(dist, WORKER))?.toString("utf8");
  const [was, is] = [integrityOf(before), integrityOf(after)];
  if (built?.includes(was) !== true) return undefined;
  const name = WORKER_NAME.exec(built)?.[0];
  if (name === undefined) return undefined;
  const own = hash("sha256", name + is, "hex").slice(0, name.length);
  return built.replaceAll(was, is).replaceAll(name, own);
}

function integrityOf(text: string): string {
  return `sha256-${hash("sha256", text, "base64")}`;
}

const MANIFEST = "app.webmanifest";
/** The most characters of a name that a launcher shows. */
const MAX_NAME_LENGTH = 45;
const MAX_SHORT_NAME_LENGTH = 12;

/** Returns the built web app manifest under the given name; undefined without a build. */
function readAppManifest(
  dist: string,
  { name, short_name }: Readonly<Record<string, unknown>>,
): string | undefined {
  const text = readIfThere(join(dist, MANIFEST))?.toString("utf8");
  if (text === undefined) return undefined;
  const own = textOf(name, MAX_NAME_LENGTH);
  const short = textOf(short_name, MAX_SHORT_NAME_LENGTH) ?? textOf(own, MAX_SHORT_NAME_LENGTH);
  return JSON.stringify({
    ...(JSON.parse(text) as object),
    ...(own !== undefined && { name: own }),
    ...(short !== undefined && { short_name: short }),
  });
}

function textOf(value: unknown, limit: number): string | undefined {
  const text = typeof value === "string" ? value.trim() : "";
  return text === "" ? undefined : text.slice(0, limit);
}
