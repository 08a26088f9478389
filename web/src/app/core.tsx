import "../styles/tokens.css";
import "../styles/base.css";
import "../boot/boot.css";
// Home's skeleton stands in index.html before any script.
import "../features/home/home-skeleton.module.css";
import "../features/home/page.module.css";
import "../ui/skeleton.tsx";
// Nearly every page has these.
import "zustand/react";
import "../ui/avatar.tsx";
import "../ui/button.tsx";
import "../ui/icon-button.tsx";
import "../ui/use-act.ts";
import "../platform/page-host.ts";
import "../session/looks.ts";
import { createRoot, hydrateRoot } from "react-dom/client";
import { drawnIsMine, drawnShell, markStarted } from "../platform/boot.ts";
import { onChunkFailure } from "../platform/chunk-failure.ts";
import { reloadPage } from "../platform/navigation.ts";
import { onShellSignOut } from "../platform/shell.ts";
import { onReturn } from "../platform/storage.ts";
import { signOut } from "../session/logout.ts";
import { loadPlatformEntry } from "../session/platform-entry.ts";
import { restoreSession } from "../session/session.ts";
import { readSite } from "../session/site.ts";
import { App } from "./app.tsx";
import { connectApi } from "./connect-api.ts";
import { watchSchool } from "./watch-school.ts";
import { reportEvent } from "./report.ts";
import { shownPageName, startRouter } from "./router.ts";

/** Starts the page. All that this file imports is one chunk with the entry, without which no first screen stands. */
export async function startPage(): Promise<void> {
  // A page that is left too soon would come back from the browser's memory without what follows the session.
  let isFollowed = false;
  onReturn(() => isFollowed || reloadPage());
  loadPlatformEntry();
  restoreSession();
  connectApi();
  onChunkFailure(({ type, code, request, status }) =>
    reportEvent("chunk-failure", { type, code, request, status }),
  );
  onShellSignOut(() => void signOut());
  const drawn = drawnIsMine();
  if (!drawn) watchSchool();

  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no #root");
  await startRouter();
  // by now home has taken over what the server knew
  if (drawn) watchSchool();
  // Sign-in is drawn for real, and home by the server; a skeleton gives way.
  const page = shownPageName();
  if (drawn ? page === "Home" : page === "Login" && drawnShell() === "login")
    hydrateRoot(root, <App />);
  else createRoot(root).render(<App />);
  markStarted();
  void readSite();
  // The chunk guard reports when it does not come.
  import("../start-background.ts").then(
    ({ startBackground }) => {
      startBackground();
      isFollowed = true;
    },
    () => {},
  );
}
