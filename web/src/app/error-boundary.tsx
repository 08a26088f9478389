import { Component, type ReactNode } from "react";
import { PageFailure } from "./page-failure.tsx";
import { reportEvent } from "./report.ts";

interface Properties {
  children: ReactNode;
}

/** Keeps a fault in one page from emptying the whole screen, and reports it to the operator. */
export class ErrorBoundary extends Component<Properties, { error: unknown }> {
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
    return error === null ? this.props.children : <PageFailure error={error} />;
  }
}
