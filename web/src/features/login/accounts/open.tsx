import { createRoot } from "react-dom/client";
import { AccountsDialog } from "./accounts-dialog.tsx";

/** Shows what this device remembers beside the page's own tree; gone when it is closed. */
export function manageAccounts(): void {
  const root = createRoot(document.createElement("div"));
  root.render(<AccountsDialog onClose={() => root.unmount()} />);
}
