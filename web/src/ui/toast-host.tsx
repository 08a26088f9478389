import { useEffect, useState, useSyncExternalStore, type ComponentType } from "react";
import { toast, type ToastLine } from "./toast.ts";

type Lines = ComponentType<{ lines: readonly ToastLine[] }>;

/** Shows the toasts; stands once, at the end of the page, and is there before the first toast so that it is read out. */
export function ToastHost() {
  const lines = useSyncExternalStore(toast.subscribe, toast.current, toast.current);
  const [Shown, setShown] = useState<Lines>();
  const wanted = lines.length > 0 && Shown === undefined;
  useEffect(() => {
    if (!wanted) return;
    // without it they are plain words at the end of the page
    import("./toast-lines.tsx").then(
      ({ default: come }) => setShown(() => come),
      () => {},
    );
  }, [wanted]);
  return (
    <div role="status" aria-live="polite">
      {lines.length === 0 ? null : Shown ? (
        <Shown lines={lines} />
      ) : (
        lines.map(({ key, text }) => <p key={key}>{text}</p>)
      )}
    </div>
  );
}
