import { useSyncExternalStore } from "react";
import { toast } from "../ui/toast.ts";
import { setTitle } from "../platform/appearance.ts";
import { currentPath, navigate, onPathChange, reloadPage } from "../platform/navigation.ts";
import { LOGIN_PATH } from "../session/logout.ts";
import { session } from "../session/session.ts";
import { guard, type GuardDecision, type GuardedRoute } from "./guard.ts";
import { reportEvent } from "./report.ts";
import { findFirstRoute, HOME_PATH, type FoundRoute, type Page, type Route } from "./routes.ts";
import { storeWantedPath, takeWantedPath } from "./wanted-path.ts";

const NO_SCHOOL_PATH = "/no-school";
/** Milliseconds until a page whose session has ended is loaded anew, if sign-in has not come: a slow line brings it by then. */
const SEEN_AFTER_SESSION_MS = 8_000;

/** The content of the outlet. A page stays until the next one is ready. */
export type View =
  | { kind: "none" }
  | { kind: "page"; found: FoundRoute; Page: Page; Bars: Bars | undefined }
  | { kind: "failed"; path: string; error: unknown; Bars: Bars | undefined };

type Bars = (typeof import("../features/home/bars.tsx"))["Bars"];

let view: View = { kind: "none" };
/** The route being left, for the guard. */
let from: FoundRoute | null = null;
/** The path of the page that the no-school page replaces (GD-05). */
let behindNoSchool: string | null = null;
let turn = 0;
const listeners = new Set<() => void>();

/** Follows the address bar and the session from now on; resolves when the first page is ready to be drawn. */
export function startRouter(): Promise<void> {
  const first = nextView();
  onPathChange(route);
  session.subscribe((now, before) => {
    const same = now.token === before.token && now.schoolState === before.schoolState;
    if (same) return;
    route();
    const change = pageChangeAfterSignOut();
    if (change === undefined) return;
    // the script of the next page may never come: a browser that brings a page back has dropped what was on its way
    const timer = setTimeout(reloadPage, SEEN_AFTER_SESSION_MS);
    void change.then(() => clearTimeout(timer));
  });
  route();
  return first;
}

function nextView(): Promise<void> {
  return new Promise((resolve) => {
    const stop = onView(() => {
      stop();
      resolve();
    });
  });
}

/**
 * Resolves at the next page change, where the page on screen needs a session that has ended: calls of that page are pointless.
 * Returns undefined on any other page.
 */
export function pageChangeAfterSignOut(): Promise<void> | undefined {
  const isLeft =
    session.getState().token === null && view.kind === "page" && view.found.route.open !== true;
  return isLeft ? nextView() : undefined;
}

export function useView(): View {
  return useSyncExternalStore(
    onView,
    () => view,
    () => view,
  );
}

/** The page in the outlet, by its route's name. */
export function shownPageName(): string | null {
  return view.kind === "page" ? view.found.route.name : null;
}

/** Sets the first page without routing, when the build renders sign-in. */
export function setFirstView(found: FoundRoute, page: Page, Bars?: Bars): void {
  view = { kind: "page", found, Page: page, Bars };
}

function route(): void {
  const path = currentPath();
  const first = findFirstRoute(path);
  if (first !== null) return follow(first, path);
  const mine = ++turn;
  withProgress(import("./further-routes.ts")).then(
    ({ findFurtherRoute }) => {
      if (mine === turn) follow(findFurtherRoute(path), path);
    },
    (error: unknown) => {
      if (mine === turn) fail(path, error);
    },
  );
}

function follow(found: FoundRoute, path: string): void {
  if (found.path === path) perform(decide(found.route), found);
  else replace(found.path);
}

function decide(to: GuardedRoute): GuardDecision {
  const { token, authData, schoolState } = session.getState();
  return guard({
    to,
    from: from?.route ?? null,
    hasToken: token !== null,
    permissions: authData?.permissions ?? null,
    school: schoolState,
  });
}

function perform(decision: GuardDecision, to: FoundRoute): void {
  const userId = session.getState().authData?.user_id ?? null;
  switch (decision.do) {
    case "open":
      void open(to);
      return;
    case "enter":
      return replace(takeWantedPath(userId) ?? "/");
    case "sign-in":
      // after a sign-out no page is wanted
      if (from === null || from.route.open === true) storeWantedPath(to.path, null);
      return replace(LOGIN_PATH);
    case "refuse":
      window.dispatchEvent(new CustomEvent("unauthorized", { detail: { path: to.path } }));
      reportEvent("unauthorized", { path: to.path });
      toast.show("没有权限", "error");
      return replace(from?.path ?? "/");
    case "no-school":
      behindNoSchool = to.path;
      return replace(NO_SCHOOL_PATH);
    case "stay":
      return replace(from?.path ?? NO_SCHOOL_PATH);
    case "return": {
      const back = behindNoSchool ?? HOME_PATH;
      behindNoSchool = null;
      from = null;
      return replace(back);
    }
  }
}

async function open(found: FoundRoute): Promise<void> {
  const mine = ++turn;
  if (view.kind === "page" && view.found.path === found.path) {
    from = found;
    return;
  }
  try {
    const [{ default: page, permissionOf, takeOver }, Bars] = await withProgress(
      Promise.all([found.route.load(), barsOf(found.route)]),
    );
    takeOver?.();
    const permission = await permissionOf?.(found.parameters);
    if (mine !== turn) return;
    if (permission) {
      const decision = decide({ ...found.route, permission });
      if (decision.do !== "open") return perform(decision, found);
    }
    from = found;
    if (found.route.title !== null) setTitle(found.route.title);
    show({ kind: "page", found, Page: page, Bars });
  } catch (error) {
    if (mine === turn) fail(found.path, error);
  }
}

/** Shows a progress toast while a page loads; before the first page the document shows its own skeleton. */
function withProgress<T>(work: Promise<T>): Promise<T> {
  return view.kind === "none" ? work : toast.during(work);
}

/** Returns the bars that stand around a page, unless it is open to everybody or stands alone. */
async function barsOf({ open: isOpen, bare }: Route): Promise<Bars | undefined> {
  return isOpen || bare ? undefined : (await import("../features/home/bars.tsx")).Bars;
}

/** Shows a failure within the bars of the page before, where it had some, so that there is a way on. */
function fail(path: string, error: unknown): void {
  show({ kind: "failed", path, error, Bars: view.kind === "none" ? undefined : view.Bars });
}

function replace(path: string): void {
  navigate(path, { replace: true });
}

function show(next: View): void {
  view = next;
  for (const notify of listeners) notify();
}

function onView(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}
