import type { ReactNode } from "react";
import type { App } from "#contract";
import { afterOpening, launch, linkOf, prepareLaunch } from "./open-app.ts";

/** Opens an app with one tap: a real link where there is one to follow, else a button. */
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
  const link = linkOf(app);
  if (link === null) {
    return (
      <button
        type="button"
        className={className}
        title={title}
        onPointerEnter={prepareLaunch}
        onFocus={prepareLaunch}
        onClick={() => launch(app)}
      >
        {children}
      </button>
    );
  }
  // The frame's own page says that the app was opened.
  const framed = link.startsWith("#");
  const note = framed ? undefined : () => afterOpening(app);
  return (
    <a
      className={className}
      href={link}
      target={framed ? undefined : "_blank"}
      rel="noopener"
      title={title}
      data-name={app.name}
      onClick={note}
      onAuxClick={(event) => (event.button === 1 ? note?.() : undefined)}
    >
      {children}
    </a>
  );
}
