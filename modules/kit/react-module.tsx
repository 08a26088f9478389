import { Component, createContext, useContext, type ComponentType, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import type {
  ModuleContext,
  PlatformModule,
} from "../../web/src/features/module-container/platform-module.ts";
import "../../web/src/styles/base.css";
import "../../web/src/styles/forced-colors.css";

const Given = createContext<ModuleContext | null>(null);
/** Gives what is below it another context than the platform gave. */
export const ModuleGiven = Given.Provider;

/** Returns the context that the platform gave this module. */
export function useModule(): ModuleContext {
  const context = useContext(Given);
  if (context === null) throw new Error("useModule belongs below reactModule");
  return context;
}

/** Makes a module of a component: what it throws while it renders is the platform's to show. */
export function reactModule(Page: ComponentType): PlatformModule {
  let root: Root | null = null;
  const show = (context: ModuleContext) =>
    root?.render(
      <Boundary fail={context.fail}>
        <Given value={context}>
          <Page />
        </Given>
      </Boundary>,
    );
  return {
    mount(element, context) {
      root = createRoot(element);
      // at once: what the platform shows meanwhile goes as soon as the module is mounted
      flushSync(() => show(context));
    },
    update: show,
    unmount() {
      root?.unmount();
      root = null;
    },
  };
}

interface BoundaryParts {
  fail: (error: unknown) => void;
  children: ReactNode;
}

class Boundary extends Component<BoundaryParts, { broken: boolean }> {
  constructor(parts: BoundaryParts) {
    super(parts);
    this.state = { broken: false };
  }

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.fail(error);
  }

  override render() {
    return this.state.broken ? null : this.props.children;
  }
}
