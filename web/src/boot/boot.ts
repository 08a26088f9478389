/**
 * Runs inside index.html before any other script: picks the first page, has its chunk fetched beside the core, starts
 * home's calls, and keeps a press that is made before the script can handle it. Built on its own and inlined, so
 * everything it imports is in every page: keep it small.
 */
import {
  IDENTITY_COLOURS,
  PAGE_USER_FIELDS,
  readApps,
  readUserDetail,
  sessionMark,
  type Identity,
} from "#contract";
import type { Boot } from "../platform/boot.ts";
import { applyLook, type KeptLook } from "../platform/looks.ts";
import { pageClient } from "../platform/shell.ts";
import { parseJson, peekLocal } from "../platform/storage.ts";
import { firstPage, type FirstPage } from "./first-page.ts";
import { watchEntry } from "./watch-entry.ts";

/** Filled in by the build: the files of each first page, below the base path. */
declare const FIRST_FILES: Readonly<Record<FirstPage | "module", readonly string[]>>;
declare const BASE: string;
/** The entry's file, in a document with a home rendered by the server; there it starts after home was painted. */
declare const ENTRY: string | undefined;

/** The longest wait in ms for a painted frame, where the browser paints none. */
const PAINT_WAIT_MS = 1000;

/** Matches a place in a module: its name, its screen, and whatever follows. */
const MODULE = /^#\/module\/([\w-]+)\/?([\w-]*)(.*)/;

/** By the module's name, as the server says it of those that the person has a tile of (server/src/web/module-preload.ts). */
type ModulesAhead = Readonly<
  Record<string, { files: readonly string[]; asks: Readonly<Record<string, readonly string[]>> }>
>;

interface Kept {
  global?: { apiServer?: string | null; user?: { identity?: Identity | null }; look?: KeptLook };
  accounts?: unknown[];
}

const token = peekLocal("token");
const { global, accounts } = (parseJson(peekLocal("platform-entry")) ?? {}) as Kept;
const apiServer = global?.apiServer;
const kept = global?.user?.identity;
/** The kept identity if it has a colour: the stored value may come from another version. */
const identity = token !== null && kept && IDENTITY_COLOURS[kept] ? kept : null;
const page = firstPage(location.hash.slice(1).split("?")[0] ?? "", token !== null);
const html = document.documentElement;
const { classList } = html;

const boot: Boot = {
  startedAt: Date.now(),
  answers: {},
  shell: null,
  started: false,
  draw: ENTRY === undefined ? draw : drawMine,
};
window.schoolgateBoot = boot;

// the drawn document names those of home itself
if (ENTRY === undefined || page !== "home") {
  for (const file of FIRST_FILES[page]) fetchAhead(file);
}
const { media, large }: Partial<KeptLook> = global?.look ?? {};
if (large) classList.add("large");
if (media) (document.getElementById("dim") as HTMLLinkElement).media = media;
// sign-in is read, and could be painted, before what replaces it
if (ENTRY === undefined) html.hidden = page !== "login";
if (accounts?.length) classList.add("has-accounts");
if (ENTRY === undefined && identity !== null) {
  classList.add(`is-${identity}`);
  addLink("stylesheet", `themes/${IDENTITY_COLOURS[identity]}.css`).id = "role-sheet";
  // On the very first visit the address is not known yet.
  if (typeof apiServer === "string") {
    ask(readUserDetail.path, { identity, fields: PAGE_USER_FIELDS });
    if (page === "home") ask(readApps.path, { identity: `${identity},all` });
  }
}
// A form that is sent before the script is there would put the password into the address or the history.
addEventListener(
  "submit",
  (event) => {
    if (!boot.started) event.preventDefault();
  },
  true,
);
// Links work by themselves; a button waits for the script. Enter in a form presses its button, too.
addEventListener("click", ({ target }) => {
  if (!boot.started) boot.pressed = (target as Element).closest("button") || boot.pressed;
});
// a page that was left before its script came may wait for ever for what the browser has dropped meanwhile
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && !boot.started) location.reload();
});
watchEntry(boot, apiServer ?? "", BASE);

/** Replaces sign-in, which the document has in its root, where it is not the wanted page; called from the body. */
function draw(): void {
  if (identity !== null) document.body.classList.add(`is-${identity}`);
  if (page !== "login") {
    const shell = document.getElementById(`shell-${page}`) as HTMLTemplateElement | null;
    document.getElementById("root")?.replaceChildren(shell?.content ?? "");
    html.hidden = false;
    if (shell === null) return;
  }
  boot.shell = page;
}

/** Puts the home that the server rendered into the root, if it belongs to the session that this browser keeps. */
function drawMine(): void {
  const shell = document.getElementById("shell-home") as HTMLTemplateElement;
  const { session, look = "", media: own = "" } = shell.dataset;
  const known = token !== null && session === sessionMark(token);
  boot.mine = page === "home" && known;
  if (known) fetchModule();
  if (boot.mine) {
    for (const { classList } of [html, document.body]) classList.add(...look.split(" "));
    applyLook({ media: own, large: look.includes("large") });
    const { content } = shell;
    // the pictures stand outside of what the page draws anew
    document.body.append(content.firstChild as Node);
    document.getElementById("root")?.append(content);
    boot.shell = page;
  }
  shell.remove();
  addEventListener("DOMContentLoaded", () => {
    // what is another session's leaves the page; the school check takes the rest
    if (!known) document.getElementById("drawn-answers")?.remove();
    // nothing that is drawn is shown, so nothing is painted first
    if (document.hidden || !boot.mine) return start();
    requestAnimationFrame(() => setTimeout(start));
    setTimeout(start, PAINT_WAIT_MS);
  });
}

/** Has the files of the wanted module fetched, and the calls made of which its first sight consists, if the server named them. */
function fetchModule(): void {
  const named = document.getElementById("ahead")?.textContent;
  const [, name = "", screen = "", further] = MODULE.exec(location.hash) ?? [];
  const found = named && (JSON.parse(named) as ModulesAhead)[name];
  if (!found) return;
  let last: HTMLLinkElement | undefined;
  for (const file of FIRST_FILES.module) last = fetchAhead(file);
  // not before: on a slow line the page's own script, without which nothing stands, would wait for a module's
  if (last) {
    last.onload = () => {
      for (const file of found.files) {
        if (file.endsWith(".css")) addLink("preload", file, "style");
        else fetchAhead(file);
      }
    };
  }
  for (const file of ["config.json", `modules/${name}.json`])
    keepAnswer(file, fetch(BASE + file, { cache: "no-cache" }));
  if (identity === null || typeof apiServer !== "string") return;
  const { "": every = [], [screen]: own = [] } = found.asks;
  // filters ask for something else
  for (const url of further === "" && screen !== "" ? [...every, ...own] : every) askAt(url);
}

let begun = false;

function start(): void {
  if (begun) return;
  begun = true;
  const script = document.createElement("script");
  script.type = "module";
  script.crossOrigin = "";
  script.src = ENTRY ?? "";
  document.head.append(script);
}

/**
 * Makes one of home's two calls as the client would, and stores the promise under the client's key; under another key it
 * is never found.
 */
function ask(call: string, input: Record<string, string>): void {
  askAt(`${call}?${String(new URLSearchParams(input))}`);
}

function askAt(url: string): void {
  const answer = fetch(`${apiServer}${url}&t=${boot.startedAt}&jwt=${token}`, {
    headers: { client: pageClient(), identity: `${identity}`, authorization: `Bearer ${token}` },
    credentials: "include",
  });
  keepAnswer(`${identity} ${url}`, answer);
}

function keepAnswer(key: string, answer: Promise<Response>): void {
  answer.catch(() => {}); // Whoever takes the answer deals with it.
  boot.answers[key] = answer;
}

function fetchAhead(file: string): HTMLLinkElement {
  const isStyle = file.endsWith(".css");
  const link = addLink(isStyle ? "stylesheet" : "modulepreload", file);
  link.crossOrigin = "";
  // The chunk guard then asks for it anew, and reports why it does not come.
  if (isStyle) link.onerror = () => link.remove();
  // Safari 14 lacks it; every browser of the list has relList.
  if (!isStyle && !link.relList.supports("modulepreload")) {
    link.rel = "preload";
    link.as = "script";
  }
  return link;
}

function addLink(rel: string, file: string, as = ""): HTMLLinkElement {
  const link = document.createElement("link");
  link.rel = rel;
  link.as = as;
  link.href = BASE + file;
  document.head.append(link);
  return link;
}
