import type { ReactNode } from "react";
import type { App } from "#contract";
import { afterOpening, isPlainLink, launch } from "./open-app.ts";

/** What opens an app with one tap: a real link where no sign-in is needed, else a button. */
export function AppLink({
  app,
  className,
  title,
  children,
}: {
  app: App;
  className: string | undefined;
  title?: string;
  children: ReactNode;
}) {
  return isPlainLink(app) ? (
    <a
      className={className}
      href={app.url}
      target="_blank"
      rel="noopener"
      title={title}
      onClick={() => afterOpening(app)}
      onAuxClick={(event) => (event.button === 1 ? afterOpening(app) : undefined)}
    >
      {children}
    </a>
  ) : (
    <button type="button" className={className} title={title} onClick={() => void launch(app)}>
      {children}
    </button>
  );
}
