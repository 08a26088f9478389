import { pageHost } from "../platform/page-host.ts";
import { matchPath } from "./match.ts";
import { home, type FoundRoute, type Route } from "./routes.ts";

const loadDebug = async (name: "webrtc" | "font" | "pc") =>
  (await import("../features/debug/pages.ts"))[name]();

/** The second half of the hash table: loaded when one of its paths is asked for. Each route group is its own chunk (RT-20). */
export const FURTHER_ROUTES: readonly Route[] = [
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
    name: "Register",
    path: "/register/:identity?/:code?",
    title: "注册",
    open: true,
    load: () => import("../features/register/page.tsx"),
  },
  {
    name: "QrConfirm",
    path: "/qr/:code",
    title: "确认登录",
    bare: true,
    load: () => import("../features/qr-confirm/page.tsx"),
  },
  {
    name: "Continue",
    path: "/continue/:path",
    title: "正在打开应用",
    bare: true,
    load: () => import("../features/continue/page.tsx"),
  },
  {
    name: "NoSchool",
    path: "/no-school",
    title: "暂无学校",
    bare: true,
    load: () => import("../features/no-school/page.tsx"),
  },
  {
    name: "CustomizeMenus",
    path: "/customize-menus",
    title: home().route.title,
    load: () => import("../features/home/customize-page.tsx"),
  },
  {
    name: "AppFrame",
    path: "/app/:appId",
    title: null,
    load: () => import("../features/home/frame/page.tsx"),
  },
  {
    name: "LoadData",
    path: "/load-data",
    title: home().route.title,
    bare: true,
    load: () => import("../features/load-data/page.tsx"),
  },
  {
    name: "SearchResult",
    path: "/search-result/index/:keyword?",
    title: "搜索",
    keptBy: "page",
    load: () => import("../features/search/page.tsx"),
  },
  {
    name: "SearchResultDescription",
    path: "/search-result/description/:keyword/:id",
    title: "搜索详情",
    load: () => import("../features/search/detail/page.tsx"),
  },
  {
    name: "Feedback",
    path: "/feedback/:view?/:id?",
    title: "意见反馈",
    load: () => import("../features/feedback/page.tsx"),
  },
  {
    name: "Messages",
    path: "/messages/:id?",
    title: "消息",
    load: () => import("../features/inbox/page.tsx"),
  },
  {
    name: "Timetable",
    path: "/timetable",
    title: "课程表",
    load: () => import("../features/timetable/page.tsx"),
  },
  {
    name: "Help",
    path: "/help/:topic?",
    title: "帮助",
    keptBy: "page",
    load: () => import("../features/help/page.tsx"),
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
  {
    name: "Apps",
    path: "/apps/index",
    title: home().route.title,
    permission: "debug",
    hosts: "dev",
    load: () => import("../features/apps/page.tsx"),
  },
];

const REDIRECTS: Readonly<Record<string, string>> = {
  "/webrtc": "/webrtc/index",
  "/font": "/font/index",
  "/search-result": "/search-result/index",
  "/pc": "/pc/index",
  "/apps": "/apps/index",
};

/** The module of a person's account and data: who has left every school still sees them and takes them along (YR-03). */
const OWN_MODULE = "profile";

/** Follows redirects to the route of a path; an unknown path is the root's (RT-09). */
export function findFurtherRoute(path: string, host = pageHost()): FoundRoute {
  const wanted = REDIRECTS[path.replace(/(.)\/+$/, "$1")] ?? path;
  for (const route of FURTHER_ROUTES) {
    if (route.hosts !== undefined && !host.includes(route.hosts)) continue;
    const parameters = matchPath(route.path, wanted);
    if (parameters === null) continue;
    const isOwn = parameters["moduleName"] === OWN_MODULE;
    return { route: isOwn ? { ...route, withoutSchool: true } : route, parameters, path: wanted };
  }
  return home();
}
