import type { ComponentType } from "react";
import type { Permission } from "#contract";
import type { GuardedRoute } from "./guard.ts";
import { matchPath, type RouteParameters } from "./match.ts";

/** A page gets the route's parameters as props. */
export type Page = ComponentType<RouteParameters>;

export interface Route extends GuardedRoute {
  path: string;
  /** The document's title (RT-21); null when the page sets its own. */
  title: string | null;
  /** The page stays while only parameters other than this one change; without it, any other path is another page. */
  keptBy?: string;
  load(): Promise<PageModule>;
}

interface PageModule {
  default: Page;
  /** For a page whose permission depends on its parameters, and is only known once it is asked for (GD-03). */
  permissionOf?(parameters: RouteParameters): Promise<Permission | null>;
}

export const PROJECT_NAME = "学门";
export const HOME_PATH = "/home/index";

const loadDebug = async (name: "webrtc" | "font" | "pc") =>
  (await import("../features/debug/pages.ts"))[name]();

/** The hash table: each route group is its own chunk (RT-20). */
export const ROUTES: readonly Route[] = [
  {
    name: "Login",
    path: "/login",
    title: "登录",
    open: true,
    load: () => import("../features/login/page.tsx"),
  },
  {
    name: "ForgetPwd",
    path: "/forget-pwd/:identity?",
    title: "忘记密码",
    open: true,
    load: () => import("../features/forgot-password/page.tsx"),
  },
  {
    name: "Agreement",
    path: "/agreement/:id",
    title: null,
    open: true,
    load: () => import("../features/agreement/page.tsx"),
  },
  {
    name: "Continue",
    path: "/continue/:path",
    title: "正在打开应用",
    load: () => import("../features/continue/page.tsx"),
  },
  {
    name: "NoSchool",
    path: "/no-school",
    title: "暂无学校",
    load: () => import("../features/no-school/page.tsx"),
  },
  {
    name: "Home",
    path: HOME_PATH,
    title: PROJECT_NAME,
    load: () => import("../features/home/page.tsx"),
  },
  {
    name: "CustomizeMenus",
    path: "/customize-menus",
    title: PROJECT_NAME,
    load: () => import("../features/home/customize-page.tsx"),
  },
  {
    name: "Module",
    path: "/module/:moduleName/:child?/:grandChild?/:grandGrandChild?/:params1?/:params2?/:params3?/:params4?/:params5?",
    title: null,
    keptBy: "moduleName",
    load: () => import("../features/module-container/page.tsx"),
  },
  {
    name: "PageWebrtc",
    path: "/webrtc/index",
    title: "实时视频调试",
    permission: "debug",
    load: () => loadDebug("webrtc"),
  },
  {
    name: "PageFont",
    path: "/font/index",
    title: "字体调试",
    permission: "debug",
    load: () => loadDebug("font"),
  },
  {
    name: "Pc",
    path: "/pc/index",
    title: "客户端调试",
    permission: "debug",
    load: () => loadDebug("pc"),
  },
];

const REDIRECTS: Readonly<Record<string, string>> = {
  "/": "/home",
  "/home": HOME_PATH,
  "/webrtc": "/webrtc/index",
  "/font": "/font/index",
  "/pc": "/pc/index",
};
const UNKNOWN_GOES_TO = "/";

export interface FoundRoute {
  route: Route;
  parameters: RouteParameters;
  /** Where the redirects led. */
  path: string;
}

/** Follows redirects to the route of a path; an unknown path is the root's (RT-01, RT-09, RT-11). */
export function findRoute(path: string): FoundRoute {
  const redirect = REDIRECTS[path.replace(/(.)\/+$/, "$1")];
  if (redirect !== undefined) return findRoute(redirect);
  for (const route of ROUTES) {
    const parameters = matchPath(route.path, path);
    if (parameters !== null) return { route, parameters, path };
  }
  return findRoute(UNKNOWN_GOES_TO);
}
