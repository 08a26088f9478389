import { Component, type ReactNode } from "react";
import { PageFailure } from "./page-failure.tsx";
import { reportEvent } from "./report.ts";

/** Keeps a fault in one page from emptying the whole screen, and tells the operator. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error("unknown") };
  }

  override componentDidCatch(error: unknown) {
    reportEvent("page-error", {
      name: error instanceof Error ? error.name : "unknown",
      message: error instanceof Error ? error.message : "",
    });
  }

  override render() {
    return this.state.error === null ? (
      this.props.children
    ) : (
      <PageFailure error={this.state.error} />
    );
  }
}
