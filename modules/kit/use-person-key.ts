import { useCallback, useSyncExternalStore } from "react";
import { useModule } from "./react-module.tsx";

/** Returns a key of the person, the identity and the school that act here: what it keys is read anew for others only. */
export function usePersonKey(): string {
  const { session } = useModule();
  const subscribe = useCallback(
    (listen: () => void) => {
      session.addEventListener("change", listen);
      return () => session.removeEventListener("change", listen);
    },
    [session],
  );
  return useSyncExternalStore(subscribe, () =>
    [session.userId, session.identity, session.user?.school?.id].join("/"),
  );
}
