import { createRoot } from "react-dom/client";
import type { App, FactorWay } from "#contract";
import type { Opening } from "./launch.ts";
import { ProofDialog } from "./proof-dialog.tsx";

/** What the server tells with the refusal: the second factors of who has some. */
export interface Wanted {
  ways?: FactorWay[];
  passkey?: object;
}

/** Asks for the proof that an app with `step_up` wants, and opens the app with it. Stands beside the page's own tree. */
export function askProof(app: App, wanted: unknown, opening: Opening, onClose?: () => void): void {
  const root = createRoot(document.createElement("div"));
  const close = () => {
    root.unmount();
    onClose?.();
  };
  root.render(<ProofDialog app={app} wanted={wanted ?? {}} opening={opening} onClose={close} />);
}
