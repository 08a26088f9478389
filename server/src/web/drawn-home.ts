import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  type AnswerOf,
  type App,
  type AppsAnswer,
  type Call,
  type DrawnHome,
  type BrandingValues,
  type HomeNotices,
  DIM_MEDIA,
  IDENTITY_COLOURS,
  type InputOf,
  isSuccess,
  PAGE_USER_FIELDS,
  readApps,
  readPendingConsents,
  readToday,
  readUserDetail,
  readWaiting,
  sessionMark,
  type Today,
  type User,
} from "#contract";
import { preloadsFor, type ModulePreload, readModulePreloads } from "./module-preload.ts";
import { cookieToken } from "../http/token.ts";
import { asMarkup, html, type Html } from "../platform/html.ts";

/** Milliseconds within which a home must be drawn: the page without one shows at once that it is loading. */
const DRAW_WITHIN_MS = 800;
/** Milliseconds within which the cards of today must come; without them home asks for them itself. */
const CARDS_WITHIN_MS = 250;
/** Icons put into the page; those beyond the first screen are files, fetched as they come near. */
const MAX_ICONS = 80;

/** Parts that the build left for drawing homes (web/build/lean-html.ts). */
export interface HomeDocument {
  /** The document with the placeholders `<!--colours-->`, `<!--home-->`, `<!--ahead-->` and `<!--answers-->`. */
  text: string;
  /** Pictures that come with the product, as symbols of a sprite, by their path. */
  icons: Readonly<Record<string, string>>;
  /** The first files and calls of large modules, by their name. */
  modules: ReadonlyMap<string, ModulePreload>;
  /** A style sheet for the colours of each identity. */
  colours: ReadonlyMap<string, string>;
  /** The script that draws, loaded when it is first wanted. */
  draw: () => Promise<Drawing>;
}

interface Drawing {
  /** Draws a person's home with the pictures of these symbols. */
  drawHome: (drawn: DrawnHome, symbols: readonly string[], branding: BrandingValues) => string;
  drawShells: (branding: BrandingValues) => { login: string };
}

/** Reads the document; undefined where no page was built. */
export function readHomeDocument(dist: string): HomeDocument | undefined {
  const read = (...path: string[]) => readFileSync(join(dist, ...path), "utf8");
  try {
    const colours = Object.values(IDENTITY_COLOURS).map((colour) => {
      return [colour, read("themes", `${colour}.css`)] as const;
    });
    let loading: Promise<Drawing> | undefined;
    return {
      text: read("server", "home.html"),
      icons: JSON.parse(read("server", "icons.json")) as Record<string, string>,
      modules: readModulePreloads(dist),
      colours: new Map(colours),
      draw: () => (loading ??= loadDrawing(join(dist, "server", "draw.js"))),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function loadDrawing(file: string): Promise<Drawing> {
  return (await import(pathToFileURL(file).href)) as Drawing;
}

/**
 * Returns the token of the person whose home the request may be answered with: the cookie's, when a browser says that
 * it opens the page in a tab. Undefined for a frame, a fetch, or a link on another site: those get the common page.
 */
export function homeWanted(app: FastifyInstance, request: FastifyRequest): string | undefined {
  const { headers, method } = request;
  const from = headers["sec-fetch-site"];
  const opened =
    method === "GET" &&
    headers["sec-fetch-dest"] === "document" &&
    headers["sec-fetch-mode"] === "navigate" &&
    (from === "none" || from === "same-origin") &&
    headers["sec-purpose"] === undefined;
  return opened ? cookieToken(app, request) : undefined;
}

/**
 * Draws the person's home into the document, from the same calls that the page would make. Undefined when there is
 * nothing to draw (no session, no enabled school, a slow database): the page then loads everything by itself.
 */
export async function drawHome(
  app: FastifyInstance,
  home: HomeDocument,
  branding: BrandingValues,
  request: FastifyRequest,
  token: string,
): Promise<string | undefined> {
  const late = new AbortController();
  try {
    return await Promise.race([
      compose(app, home, branding, request, token),
      sleep(DRAW_WITHIN_MS, undefined, { signal: late.signal }),
    ]);
  } catch (error) {
    if (error instanceof Unanswered) return undefined;
    request.log.warn({ err: error }, "home was not drawn");
    return undefined;
  } finally {
    late.abort();
  }
}

async function compose(
  app: FastifyInstance,
  home: HomeDocument,
  branding: BrandingValues,
  request: FastifyRequest,
  token: string,
): Promise<string | undefined> {
  const ask: Ask = (call, input) => answerOf(app, request, token, call, input);
  const [{ drawHome: draw }, user] = await Promise.all([
    home.draw(),
    ask(readUserDetail, { fields: PAGE_USER_FIELDS }),
  ]);
  if (!user.identity || user.school?.is_abled !== true) return undefined;
  const [{ schools = [] }, apps, notices] = await Promise.all([
    ask(readUserDetail, { identity: "all", fields: "schools" }),
    ask(readApps, { identity: `${user.identity},all` }),
    noticesOf(user, ask),
  ]);
  // after what home cannot be drawn without: the embedded database does one thing at a time
  const today = await todayOf(ask);
  const { theme = "color", appearance = "system", text_size } = user.setting ?? {};
  const look = [
    `is-${user.identity}`,
    `theme-${theme}`,
    ...(text_size === "large" ? ["large"] : []),
  ];
  const drawn: DrawnHome = {
    user,
    schools,
    apps,
    notices,
    today,
    at: app.now().getTime(),
  };
  const icons = iconsOf(home, user, apps, theme === "monochrome" ? "icon_mono" : "icon");
  const ids = icons.flatMap((symbol) => /id="([^"]+)"/.exec(symbol)?.[1] ?? []);
  const colour = IDENTITY_COLOURS[user.identity];
  const parts: Record<string, Html> = {
    colours: html`<style id="role-sheet" data-href="/platformEntry/themes/${colour}.css">${asMarkup(home.colours.get(colour) ?? "")}</style>`,
    home: html`<template id="shell-home" data-session="${sessionMark(token)}" data-look="${look.join(" ")}" data-media="${DIM_MEDIA[appearance]}"><svg data-sprite width="0" height="0" style="position:absolute" aria-hidden="true">${icons.map(asMarkup)}</svg>${asMarkup(draw(drawn, ids, branding))}</template>`,
    ahead: html`<script type="application/json" id="ahead">${asMarkup(inScript(preloadsFor(apps, home.modules)))}</script>`,
    answers: html`<script type="application/json" id="drawn-answers">${asMarkup(inScript(drawn))}</script>`,
  };
  return home.text.replace(/<!--(colours|home|ahead|answers)-->/g, (_, part: string) =>
    String(parts[part]),
  );
}

/** Returns JSON in which nothing can end a script element. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

type Ask = <C extends Call>(call: C, input: InputOf<C>) => Promise<AnswerOf<C>>;

/** Thrown when a call of this person is refused: the page will meet the same refusal and show it. */
class Unanswered extends Error {
  override name = "Unanswered";
}

/** Makes a call as the page would, through the same policy, schemas and scope. */
async function answerOf<C extends Call>(
  app: FastifyInstance,
  request: FastifyRequest,
  token: string,
  { path }: C,
  input: InputOf<C>,
): Promise<AnswerOf<C>> {
  const answer = await app.inject({
    url: path,
    query: input as Record<string, string>,
    headers: {
      authorization: `Bearer ${token}`,
      "user-agent": request.headers["user-agent"] ?? "",
    },
    remoteAddress: request.ip,
  });
  const body: unknown = answer.statusCode === 200 ? answer.json() : undefined;
  if (!isSuccess(body)) throw new Unanswered();
  return (body as { data: AnswerOf<C> }).data;
}

/** Asks for the cards of a home; null where they fail or take long: home is drawn without them. */
async function todayOf(ask: Ask): Promise<Today | null> {
  const over = new AbortController();
  const late = sleep(CARDS_WITHIN_MS, null, { signal: over.signal }).catch(() => null);
  const today = await Promise.race([ask(readToday, {}).catch(() => null), late]);
  over.abort();
  return today;
}

/** Asks for the notices of a home (SE-08, ID-11, AD-12). */
async function noticesOf({ identities = [] }: User, ask: Ask): Promise<HomeNotices> {
  const isParent = identities.some(({ type }) => type === "parent");
  const [children, waiting] = await Promise.all([
    isParent ? ask(readPendingConsents, {}).then((pending) => pending.children) : [],
    ask(readWaiting, {}),
  ]);
  return { children, waiting };
}

/** Returns the symbols of the first apps on the page. */
function iconsOf(
  { icons }: HomeDocument,
  { app_ids = [] }: User,
  { apps, recent_app_ids }: AppsAnswer,
  which: "icon" | "icon_mono",
): string[] {
  const byId = new Map(apps.map((app) => [app.id, app]));
  const first = [...app_ids, ...recent_app_ids].flatMap((id) => byId.get(id) ?? []);
  const paths = new Set([...first, ...apps].map((app: App) => app[which]));
  return [...paths].flatMap((path) => icons[path] ?? []).slice(0, MAX_ICONS);
}
