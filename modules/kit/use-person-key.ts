import { useCallback, useSyncExternalStore } from "react";
import { useModule } from "./react-module.tsx";

/** Returns a key of the person, the identity and the school that act here: what it keys is read anew for others only. */
export function usePersonKey(): string {
  return useShared(({ userId, identity, user }) => [userId, identity, user?.school?.id].join("/"));
}

/** Returns the id of the child whose things a parent sees (HO-01). */
export function useChildId(): string | null {
  return useShared(({ childId }) => childId);
}

function useShared<T extends string | null>(
  pick: (session: ReturnType<typeof useModule>["session"]) => T,
): T {
  const { session } = useModule();
  const subscribe = useCallback(
    (listen: () => void) => {
      session.addEventListener("change", listen);
      return () => session.removeEventListener("change", listen);
    },
    [session],
  );
  return useSyncExternalStore(subscribe, () => pick(session));
}
