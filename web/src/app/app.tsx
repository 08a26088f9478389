import { useEffect, useRef, Component, type ReactNode } from "react";
import { ToastHost } from "../ui/toast-host.tsx";
import { PageFailure } from "./page-failure.tsx";
import { useView, type View } from "./router.ts";
import { reportEvent } from "./report.ts";

/** The root component: the route's page, its bars and the toasts over it (RT-22). */
export function App() {
  const view = useView();
  const outlet = useFocusOnChange(view);
  const Bars = view.kind === "none" ? undefined : view.Bars;
  const page = (
    <div ref={outlet} tabIndex={-1} className="outlet">
      <ErrorBoundary key={keyOf(view)}>
        <Outlet view={view} />
      </ErrorBoundary>
    </div>
  );
  return (
    <>
      {Bars ? <Bars Boundary={ErrorBoundary}>{page}</Bars> : page}
      <ToastHost />
    </>
  );
}

function Outlet({ view }: { view: View }) {
  if (view.kind === "none") return null;
  if (view.kind === "failed") return <PageFailure error={view.error} />;
  return <view.Page {...view.found.parameters} />;
}

/** Moves the focus to the new page's heading, unless the page itself or a dialog over it has taken it. */
function useFocusOnChange(view: View) {
  const outlet = useRef<HTMLDivElement>(null);
  const path = pathOf(view);
  const former = useRef(path);
  useEffect(() => {
    if (former.current === path || outlet.current === null) return;
    former.current = path;
    window.scrollTo(0, 0);
    // a dialog that lies over the page keeps it (ui/use-modal.ts)
    if (outlet.current.closest("[aria-hidden]") !== null) return;
    if (outlet.current.contains(document.activeElement)) return;
    const heading = outlet.current.querySelector<HTMLElement>("h1") ?? outlet.current;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [path]);
  return outlet;
}

function pathOf(view: View): string {
  if (view.kind === "none") return "";
  return view.kind === "page" ? view.found.path : view.path;
}

/** Returns the key of the page on screen: a page stays mounted while its key does. */
function keyOf(view: View): string {
  const { route, parameters } = view.kind === "page" ? view.found : {};
  return route?.keptBy ? route.name + parameters?.[route.keptBy] : pathOf(view);
}

interface Properties {
  /** Renders the failure of a part that is no page; `again` tries once more. */
  shown?: (again: () => void) => ReactNode;
  children: ReactNode;
}

/** Catches an error of one page, or of a part around it, shows it in that place and reports it to the operator. */
class ErrorBoundary extends Component<Properties, { error: unknown }> {
  constructor(properties: Properties) {
    super(properties);
    this.state = { error: null };
  }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error("unknown") };
  }

  override componentDidCatch(error: unknown) {
    const { name, message } = error instanceof Error ? error : { name: "unknown", message: "" };
    reportEvent("page-error", { name, message });
  }

  override render() {
    const { error } = this.state;
    const { shown, children } = this.props;
    if (error === null) return children;
    return shown ? shown(() => this.setState({ error: null })) : <PageFailure error={error} />;
  }
}
