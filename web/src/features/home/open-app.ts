import type { App } from "#contract";
import { opener, type Openable } from "../../session/page-stores.ts";
import { toast } from "../../ui/toast.ts";
import { homeState } from "./home-state.ts";

const loadLaunch = () => import("./launch/launch.ts");

/** Fetches ahead of the click what a launch needs. */
export function prepareLaunch(): void {
  loadLaunch().catch(() => {});
}

/** Returns the address of an app's link: an app without sign-in, or the page's own frame around one (AP-07). Null: see {@link launch}. */
export function linkOf({ id, launch: kind, opens_in, url }: App): string | null {
  if (kind === "module") return null;
  if (opens_in === "frame") return `#/app/${encodeURIComponent(id)}`;
  return kind === "link" && /^https?:/i.test(url) ? url : null;
}

/** Records an opening: the report, "recently used", and the current app, which modules see too (ST-02). */
export function afterOpening({ id }: Openable): void {
  homeState.setState({ currentApp: id });
  import("./note-opened.ts").then(
    ({ noteOpened }) => noteOpened(id),
    () => {},
  );
}

/**
 * Opens an app from where no link stands, as a search result chosen by Enter. What home loads on demand is handed this,
 * and `launch`: importing them there would split what both need off home's first chunk.
 */
export function openApp(app: App): void {
  const link = linkOf(app);
  if (link === null) launch(app);
  else if (link.startsWith("#")) window.location.hash = link;
  else {
    window.open(link, "_blank", "noopener");
    afterOpening(app);
  }
}

/** The app that is being opened: a second press on a tile that is slow opens nothing more. */
let opening: string | undefined;

/** Opens an app that is no link, and says why where it does not open. */
export function launch(app: Openable, item?: string): void {
  if (opening === app.id) return;
  opening = app.id;
  // in the moment of the press: once a script has come Safari opens none
  const tab = app.launch === "module" || !navigator.onLine ? null : window.open("about:blank");
  const end = () => (opening = undefined);
  toast
    .during(loadLaunch().then((script) => script.launch(app, afterOpening, { item, tab })))
    .catch(() => {
      tab?.close();
      toast.show("没有加载成功，请检查网络后重试", "error");
    })
    .then(end, end);
}

opener.openTodo = ({ id, from_name: name, link: url }) => {
  const [app = "", key = ""] = id.split("/");
  // an app that sends is no module of the page
  launch({ id: app, name, launch: "ticket", url }, `todo:${key}`);
};
