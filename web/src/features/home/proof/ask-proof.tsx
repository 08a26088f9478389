import { createRoot } from "react-dom/client";
import type { App } from "#contract";
import { ProofDialog } from "./proof-dialog.tsx";

/** Asks for the password that an app with `step_up` wants, and opens the app with it. Stands beside the page's own tree. */
export function askProof(app: App): void {
  const root = createRoot(document.createElement("div"));
  root.render(<ProofDialog app={app} onClose={() => root.unmount()} />);
}
