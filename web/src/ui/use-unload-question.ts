import { useEffect } from "react";

/** Makes the browser ask before a tab with unsaved changes closes. */
export function useUnloadQuestion(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      // What Chrome before 119 and Safari want.
      event.returnValue = "";
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [unsaved]);
}
