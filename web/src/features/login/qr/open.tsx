import { createRoot } from "react-dom/client";
import { onPathChange } from "../../../platform/navigation.ts";
import { session } from "../../../session/session.ts";
import { QrDialog } from "./qr-dialog.tsx";

/** Shows the code beside the page's own tree; gone when it is closed, when someone is signed in here, or with the page. */
export function openQrSignIn(): void {
  const root = createRoot(document.createElement("div"));
  const close = () => {
    for (const stop of stops) stop();
    root.unmount();
  };
  const stops = [
    session.subscribe(({ token }) => {
      if (token !== null) close();
    }),
    onPathChange(close),
  ];
  root.render(<QrDialog onClose={close} />);
}
