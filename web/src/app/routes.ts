import type { ComponentType } from "react";
import type { Permission } from "#contract";
import { LOGIN_PATH } from "../session/logout.ts";
import { site } from "../session/site.ts";
import type { GuardedRoute } from "./guard.ts";
import type { RouteParameters } from "./match.ts";

/** A page gets the route's parameters as props. */
export type Page = ComponentType<RouteParameters>;

export interface Route extends GuardedRoute {
  path: string;
  /** The document's title (RT-21); null when the page sets its own. */
  title: string | null;
  /**
   * The parameter whose change alone replaces the page; changes of others keep it. Without it, any other path is another
   * page.
   */
  keptBy?: string;
  /** Stands without the bars, though it needs a session. */
  bare?: true;
  /** The route exists only where the host name contains this (RT-15). */
  hosts?: string;
  load(): Promise<PageModule>;
}

interface PageModule {
  default: Page;
  /** Fills the stores with what the server drew the page from, if it did, before the page is shown. */
  takeOver?(): void;
  /** Finds the permission of a page that depends on its parameters (GD-03). */
  permissionOf?(parameters: RouteParameters): Promise<Permission | null>;
}

export interface FoundRoute {
  route: Route;
  parameters: RouteParameters;
  /** The path after all redirects. */
  path: string;
}

export const HOME_PATH = "/home/index";

const LOGIN: Route = {
  name: "Login",
  path: LOGIN_PATH,
  title: "登录",
  open: true,
  load: () => import("../features/login/page.tsx"),
};

const HOME: Route = {
  name: "Home",
  path: HOME_PATH,
  get title() {
    return site.getState().name;
  },
  load: () => import("../features/home/page.tsx"),
};

/**
 * The first half of the hash table, which every visit needs: sign-in and home, with the redirects to them (RT-01,
 * RT-02, RT-11). Null: the path is one of `further-routes.ts`.
 */
export function findFirstRoute(path: string): FoundRoute | null {
  const plain = path.replace(/(.)\/+$/, "$1");
  if (plain === LOGIN_PATH) return { route: LOGIN, parameters: {}, path: plain };
  return /^\/(home(\/index)?)?$/.test(plain) ? home() : null;
}

/** Returns the route of an unknown path (RT-09). */
export function home(): FoundRoute {
  return { route: HOME, parameters: {}, path: HOME_PATH };
}
