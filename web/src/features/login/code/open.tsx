import { createRoot } from "react-dom/client";
import { session } from "../../../session/session.ts";
import { CodeDialog } from "./code-dialog.tsx";

/** Shows the form beside the page's own tree; gone when it is closed, or when someone is signed in here. */
export function openCodeSignIn(): void {
  const root = createRoot(document.createElement("div"));
  const close = () => {
    stop();
    root.unmount();
  };
  const stop = session.subscribe(({ token }) => {
    if (token !== null) close();
  });
  root.render(<CodeDialog onClose={close} />);
}
