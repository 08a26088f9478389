import { createRoot } from "react-dom/client";
import { onPathChange } from "../../../platform/navigation.ts";
import { AccountsDialog } from "./accounts-dialog.tsx";

/** Shows what this device remembers beside the page's own tree; gone when it is closed, or with the page. */
export function manageAccounts(): void {
  const root = createRoot(document.createElement("div"));
  const close = () => {
    stop();
    root.unmount();
  };
  const stop = onPathChange(close);
  root.render(<AccountsDialog onClose={close} />);
}
