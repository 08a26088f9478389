import "./styles/tokens.css";
import "./styles/base.css";
import "./boot/boot.css";
import { createRoot, hydrateRoot } from "react-dom/client";
import { readSite } from "./session/site.ts";
import { App } from "./app/app.tsx";
import { connectApi } from "./app/connect-api.ts";
import { reportEvent } from "./app/report.ts";
import { startRouter, shownPageName } from "./app/router.ts";
import { keepSchoolChecked } from "./app/keep-school-checked.ts";
import { onChunkFailure } from "./platform/chunk-failure.ts";
import { drawnShell, markStarted } from "./platform/boot.ts";
import { onShellSignOut } from "./platform/shell.ts";
import { signOut } from "./session/logout.ts";
import { loadPlatformEntry } from "./session/platform-entry.ts";
import { restoreSession } from "./session/session.ts";

loadPlatformEntry();
restoreSession();
connectApi();
onChunkFailure(({ type, code, request, status }) =>
  reportEvent("chunk-failure", { type, code, request, status }),
);
onShellSignOut(() => void signOut());
keepSchoolChecked();

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
void startRouter().then(() => {
  // Only sign-in is drawn for real; a skeleton gives way.
  if (drawnShell() === "login" && shownPageName() === "Login") hydrateRoot(root, <App />);
  else createRoot(root).render(<App />);
  markStarted();
  void readSite();
  // The chunk guard tells when it does not come.
  import("./behind.ts").then(
    ({ startBehind }) => startBehind(),
    () => {},
  );
});
